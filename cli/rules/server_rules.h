// The rules that a server checks in addition to the form of schemas; schema/validate checks them.
#pragma once

#include <span>

#include "schema/rules/rule.h"

namespace structural::lint_rules {

// The rules of size_limits.h.
extern const rules::Rule kRequestSize;
extern const rules::Rule kObjectSize;
extern const rules::Rule kApplySize;

// All rules, in the order of the documentation. Static storage duration.
std::span<const rules::Rule> ServerRules();

// Rules that only an update can break.
std::span<const rules::Rule> UpdateRules();

// Rules whose violation a server reports only as a warning.
std::span<const rules::Rule> WarningRules();

}  // namespace structural::lint_rules
