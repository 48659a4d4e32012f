// The rules that a server checks beside the form of schemas: schema/validate finds them broken.
#pragma once

#include <span>

#include "schema/rules/rule.h"

namespace structural::lint_rules {

// What findings of size_limits.h name.
extern const rules::Rule kRequestSize;
extern const rules::Rule kObjectSize;
extern const rules::Rule kApplySize;

// Each once, in the order in which people read about them. Static storage.
std::span<const rules::Rule> ServerRules();

// Those that an update alone can break.
std::span<const rules::Rule> UpdateRules();

// Those that a server only warns of.
std::span<const rules::Rule> WarningRules();

}  // namespace structural::lint_rules
