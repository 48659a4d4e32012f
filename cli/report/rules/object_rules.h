// The rules of structural validate: the types of a server's errors about custom resources, and
// errors found before the server's checks.
#pragma once

#include <span>
#include <string_view>

#include "schema/crd/rules/rule.h"
#include "schema/kubernetes/field_error.h"

namespace structural::rules {

extern const crd::Rule kNoResource;     // no usable CRD defines the kind or its version
extern const crd::Rule kAmbiguousCrd;   // the kind has two different CRDs
extern const crd::Rule kRefused;        // the server refuses it before validation
extern const crd::Rule kServerWarning;  // a warning of the server
extern const crd::Rule kUnknownObjectField;
extern const crd::Rule kIgnoredNamespace;
extern const crd::Rule kUnconvertedObject;  // a webhook would convert it

// The id of the rule that a cause of this kind is of.
std::string_view RuleOfCause(kubernetes::ErrorKind kind);

// All rules of structural validate. Static storage duration.
std::span<const crd::Rule* const> ObjectRules();

// The same rules, and those of lint that objects can break.
std::span<const crd::Rule* const> RulesForObjects();

}  // namespace structural::rules
