// The rules for schemas outside of allOf, anyOf, oneOf and not: a table.
#pragma once

#include <span>
#include <vector>

#include "schema/kubernetes/path.h"
#include "schema/kubernetes/violation.h"
#include "schema/model/structural.h"
#include "schema/rules/rule.h"

namespace structural::rules {

// Where in its surroundings a schema stands.
enum class Level { kRoot, kItem, kField };

// One schema outside of all junctors.
struct StructuralNode {
  const model::Structural& schema;
  Level level;
  const kubernetes::FieldPath& path;
  std::vector<kubernetes::Violation>& found;
};

struct StructuralRule : Rule {
  // Appends to at.found what breaks the rule, under the rule's id.
  void (*check)(const StructuralNode& at, std::string_view id);
};

// In the order in which they are checked, and in which people read about them.
std::span<const StructuralRule> StructuralRules();

}  // namespace structural::rules
