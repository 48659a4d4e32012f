// The rules of structural validate: the types of a server's errors about custom resources, and errors that are found
// before the server's checks.
#pragma once

#include <span>
#include <string_view>

#include "schema/crd/rules/rule.h"
#include "schema/kubernetes/field_error.h"

namespace structural::rules {

extern const crd::Rule kNoResource;     // no usable CRD defines the kind or its version
extern const crd::Rule kAmbiguousCrd;   // the kind has two different CRDs
extern const crd::Rule kRefused;        // the server refuses the object before validation
extern const crd::Rule kServerWarning;  // a warning of the server
extern const crd::Rule kUnknownObjectField;
extern const crd::Rule kIgnoredNamespace;
extern const crd::Rule kUnconvertedObject;  // a conversion webhook would convert the object

// Returns the id of the rule for a cause of this kind.
std::string_view RuleOfCause(kubernetes::ErrorKind kind);

// All rules of structural validate. Static storage duration.
std::span<const crd::Rule* const> ObjectRules();

// The rules of structural validate, and the rules of lint that objects can break.
std::span<const crd::Rule* const> RulesForObjects();

}  // namespace structural::rules
