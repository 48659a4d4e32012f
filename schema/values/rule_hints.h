// RuleHints: fields and literals in the texts of CEL rules, as hints at the values that the rules accept.
#pragma once

#include <algorithm>
#include <cstddef>
#include <set>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "schema/crd/model/json_schema_props.h"
#include "schema/json/value.h"

namespace structural::values {

// The hints of one rule, or of several rules. Points to texts in an arena.
struct RuleHints {
  static constexpr std::size_t kMaxLiterals = 64;

  // Adds a literal, unless an equal one was added before, or kMaxLiterals were added.
  void AddLiteral(const json::Value& value) {
    const auto same = [&](const json::Value& other) { return json::Equal(value, other); };
    if (literals.size() < kMaxLiterals && std::ranges::none_of(literals, same)) literals.push_back(value);
  }
  void Add(const RuleHints& other) {
    fields.insert(other.fields.begin(), other.fields.end());
    for (const json::Value& literal : other.literals) AddLiteral(literal);
  }

  std::set<std::string_view> fields;  // selected fields: self.FIELD, has(x.FIELD)
  std::vector<json::Value> literals;  // strings, numbers and the numbers next to them
};

using RuleHintsByRule = std::unordered_map<const crd::ValidationRule*, RuleHints>;

}  // namespace structural::values
