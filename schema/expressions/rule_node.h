// The parts of a RuleSet.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "schema/expressions/expression.h"
#include "schema/expressions/rule_set.h"

namespace structural::expressions {

struct RunnableRule {
  const crd::ValidationRule* rule;
  Expression expression;
  std::shared_ptr<const cel::eval::Program> message = nullptr;  // null if no messageExpression compiles
  std::string field_path = {};                                  // the field path for errors, from fieldPath
};

// A schema with rules, or whose descendants have rules. Immutable after construction.
struct RuleNode {
  struct Property {
    std::string_view name;
    const RuleNode* node;
  };

  const crd::Structural* schema;
  bool is_resource;
  bool uses_old_self = false;  // whether one of the rules uses oldSelf
  std::string failure = {};    // why the rules cannot be compiled
  std::vector<RunnableRule> rules = {};
  std::vector<Property> properties = {};  // sorted by name
  const RuleNode* additional_properties = nullptr;
  const RuleNode* items = nullptr;
  std::vector<const RuleNode*> all_of = {};

  bool empty() const {
    return rules.empty() && failure.empty() && properties.empty() && additional_properties == nullptr &&
           items == nullptr && all_of.empty();
  }
};

}  // namespace structural::expressions
