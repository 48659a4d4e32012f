// What the text of a rule tells of the values that it accepts.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "schema/base/arena.h"
#include "schema/base/work_budget.h"
#include "schema/json/value.h"
#include "schema/model/json_schema_props.h"

namespace structural::example {

// Of several rules together. Texts are in the arena.
struct RuleHints {
  std::set<std::string_view> fields;   // that are selected: self.FIELD, has(x.FIELD)
  std::vector<json::Value> literals;   // strings and numbers; numbers also with what is next to them
};

// Adds those of a rule; nothing of one that cannot be read. Goes down by recursion, and needs
// cel::kParseStack.
void AddHints(const model::ValidationRule& rule, base::WorkBudget& work, base::Arena& arena, RuleHints& to);

}  // namespace structural::example
