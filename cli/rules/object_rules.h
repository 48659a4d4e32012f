// The rules of structural validate: the types of a server's errors about custom resources, and what
// is said of an object before a server would.
#pragma once

#include <span>
#include <string_view>

#include "schema/kubernetes/field_error.h"
#include "schema/rules/rule.h"

namespace structural::lint_rules {

extern const rules::Rule kNoResource;     // no usable CRD defines the kind, or not this version
extern const rules::Rule kAmbiguousCrd;   // two CRDs of the kind differ
extern const rules::Rule kRefused;        // the server does not go as far as validation
extern const rules::Rule kServerWarning;  // the server warns
extern const rules::Rule kUnknownObjectField;
extern const rules::Rule kIgnoredNamespace;
extern const rules::Rule kUnconvertedObject;  // which a webhook would convert

// The id of the rule that a cause of this kind is of.
std::string_view RuleOfCause(kubernetes::ErrorKind kind);

// All of them. Static storage.
std::span<const rules::Rule* const> ObjectRules();

// The same, and of lint's those that objects break, too.
std::span<const rules::Rule* const> RulesForObjects();

}  // namespace structural::lint_rules
