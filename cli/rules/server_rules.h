// The rules that a server checks beside the form of schemas: schema/validate finds them broken.
#pragma once

#include <span>

#include "schema/rules/rule.h"

namespace structural::lint {

// Each once, in the order in which people read about them. Static storage.
std::span<const rules::Rule> ServerRules();

}  // namespace structural::lint
