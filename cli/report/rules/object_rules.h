// The rules of `structural validate`: a rule for each type of error that a server reports about custom resources, and
// rules for errors that `structural validate` itself finds before the server's checks.
#pragma once

#include <span>
#include <string_view>

#include "schema/crd/rules/rule.h"
#include "schema/kubernetes/field_error.h"

namespace structural::rules {

extern const crd::Rule kNoResource;     // no usable CRD defines the object's kind and version
extern const crd::Rule kAmbiguousCrd;   // two different CRDs define the kind
extern const crd::Rule kRefused;        // the server refuses the object before it validates it against the schema
extern const crd::Rule kServerWarning;  // the server accepts the object with a warning
extern const crd::Rule kUnknownObjectField;
extern const crd::Rule kIgnoredNamespace;
// the old object is in another version, and structural calls no conversion webhook
extern const crd::Rule kUnconvertedObject;

// Returns the id of the rule for an error of this kind among the causes in a server's status.
std::string_view RuleOfCause(kubernetes::ErrorKind kind);

// The rules of structural validate. Static storage duration.
std::span<const crd::Rule* const> ObjectRules();

// The rules of ObjectRules, and those rules of lint that objects can violate, too. Static storage duration.
std::span<const crd::Rule* const> RulesForObjects();

}  // namespace structural::rules
