// RuleHints: fields and literals in the text of rules, as hints at the values that they accept.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "schema/base/arena.h"
#include "schema/base/work_budget.h"
#include "schema/crd/model/json_schema_props.h"
#include "schema/json/value.h"

namespace structural::values {

// Hints of several rules. Texts are in the arena.
struct RuleHints {
  std::set<std::string_view> fields;  // selected fields: self.FIELD, has(x.FIELD)
  std::vector<json::Value> literals;  // strings, numbers and the numbers next to them
};

// Adds the hints of a rule; none if the rule cannot be parsed. Recursive: needs cel::kParseStack.
void AddHints(const crd::ValidationRule& rule, base::WorkBudget& work, base::Arena& arena, RuleHints& to);

}  // namespace structural::values
