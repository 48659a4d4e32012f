// The rules of structural validate: the types of a server's errors about custom resources, and
// errors found before the server's checks.
#pragma once

#include <span>
#include <string_view>

#include "schema/kubernetes/field_error.h"
#include "schema/rules/rule.h"

namespace structural::lint_rules {

extern const rules::Rule kNoResource;     // no usable CRD defines the kind or its version
extern const rules::Rule kAmbiguousCrd;   // the kind has two different CRDs
extern const rules::Rule kRefused;        // the server refuses it before validation
extern const rules::Rule kServerWarning;  // a warning of the server
extern const rules::Rule kUnknownObjectField;
extern const rules::Rule kIgnoredNamespace;
extern const rules::Rule kUnconvertedObject;  // a webhook would convert it

// The id of the rule that a cause of this kind is of.
std::string_view RuleOfCause(kubernetes::ErrorKind kind);

// All rules of structural validate. Static storage duration.
std::span<const rules::Rule* const> ObjectRules();

// The same rules, and those of lint that objects can break.
std::span<const rules::Rule* const> RulesForObjects();

}  // namespace structural::lint_rules
