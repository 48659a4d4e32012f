// The rules for keywords that have no place in a structural schema at all: a table.
#pragma once

#include <span>
#include <string_view>

#include "schema/rules/rule.h"

namespace structural::rules {

struct UnsupportedRule : Rule {
  std::string_view keyword;
};

// In the order in which people read about them.
std::span<const UnsupportedRule> UnsupportedRules();

// The rule for a NotRepresentable's keyword; never null for a keyword that NewStructural names.
const UnsupportedRule* FindUnsupported(std::string_view keyword);

}  // namespace structural::rules
