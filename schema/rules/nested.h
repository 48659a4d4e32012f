// The rules for what must not stand inside allOf, anyOf, oneOf or not: a table.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "schema/kubernetes/path.h"
#include "schema/kubernetes/violation.h"
#include "schema/model/structural.h"
#include "schema/rules/rule.h"

namespace structural::rules {

inline constexpr std::string_view kJunctorType = "nested-type";

// A part of a schema that is forbidden there.
struct NestedRule : Rule {
  struct Place {
    std::string_view keyword;
    std::string_view key = {};  // below the keyword; empty: the keyword itself
  };

  Place place;
  std::string_view detail;
  bool (*is_set)(const model::NestedValueValidation& schema);
};

// In the order in which they are checked, and in which people read about them.
std::span<const NestedRule> NestedRules();

// Appends to `found` what one schema breaks: these rules and, as outside of junctors, "pattern".
void CheckNested(const model::NestedValueValidation& schema, const kubernetes::FieldPath& path,
                 std::vector<kubernetes::Violation>& found);

}  // namespace structural::rules
