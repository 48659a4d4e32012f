#include "schema/expressions/rule_set.h"

#include "schema/cel/object/escape.h"
#include "schema/expressions/declared_type.h"
#include "schema/expressions/rule_node.h"
#include "schema/go/space.h"
#include "schema/model/valid_field_path.h"

namespace structural::expressions {
namespace {

using model::Structural;

class SetMaker {
 public:
  SetMaker(base::Arena& arena, std::vector<std::unique_ptr<RuleNode>>& nodes)
      : arena_(arena), nodes_(nodes) {}

  // Null where there are no rules.
  const RuleNode* Make(const Structural& schema, bool is_resource, const DeclaredType* declared) {
    auto node = std::make_unique<RuleNode>(RuleNode{&schema, is_resource});
    Compile(declared, *node);
    const DeclaredType* element = declared == nullptr ? nullptr : declared->element;
    if (schema.items != nullptr) node->items = MakeElement(*schema.items, element);
    MakeProperties(declared, *node);
    const auto* additional = schema.additional_properties;
    if (additional != nullptr && additional->structural != nullptr)
      node->additional_properties = MakeElement(*additional->structural, element);
    if (node->empty()) return nullptr;
    nodes_.push_back(std::move(node));
    return nodes_.back().get();
  }

 private:
  const RuleNode* MakeElement(const Structural& schema, const DeclaredType* declared) {
    return Make(schema, schema.extensions->x_embedded_resource, declared);
  }

  void MakeProperties(const DeclaredType* declared, RuleNode& node) {
    for (const auto& [name, property] : node.schema->properties) {
      const DeclaredType* type = PropertyType(name, *property, declared);
      if (type == nullptr) continue;
      if (const RuleNode* made = MakeElement(*property, type))
        node.properties.push_back({name, made});
    }
  }

  // Null where expressions do not see the property, and its rules are not run.
  const DeclaredType* PropertyType(std::string_view name, const Structural& property,
                                   const DeclaredType* declared) {
    const auto escaped = cel::object::Escape(name);
    if (!escaped) return Declare(property, property.extensions->x_embedded_resource, arena_);
    return declared == nullptr ? nullptr : declared->FindField(*escaped);
  }

  void Compile(const DeclaredType* declared, RuleNode& node) {
    const auto rules = node.schema->x_validations;
    if (rules.empty()) return;
    if (declared == nullptr) {
      node.failure = "failed to convert to declType for CEL validation rules";
      return;
    }
    base::Arena arena;
    const SelfTypes types(*declared, arena);
    for (const model::ValidationRule* rule : rules) {
      node.rules.push_back(CompileRule(*rule, types, *node.schema));
      node.uses_old_self |= node.rules.back().expression.uses_old_self;
    }
  }

  RunnableRule CompileRule(const model::ValidationRule& rule, const SelfTypes& types,
                                  const Structural& schema) {
    RunnableRule made{&rule, {}};
    if (go::IsBlank(rule.rule)) return made;
    const ExpressionScope scope{types, effort_, rule.optional_old_self.value_or(false), true};
    made.expression = CompileExpression(rule.rule, kRuleExpression, scope, false);
    if (!made.expression.error.empty()) return made;
    if (!rule.message_expression.empty()) {
      Expression message =
          CompileExpression(rule.message_expression, kMessageExpression, scope, false);
      if (!message.error.empty()) return made;
      made.message = std::move(message.program);
    }
    const auto field = model::ValidFieldPath(rule.field_path, &schema, true);
    if (const auto* found = std::get_if<model::FoundField>(&field)) made.field_path = found->path;
    return made;
  }

  base::Arena& arena_;
  std::vector<std::unique_ptr<RuleNode>>& nodes_;
  Effort effort_;
};

bool HasRulesBelow(const Structural& schema) {
  if (!schema.x_validations.empty()) return true;
  if (schema.items != nullptr && HasRulesBelow(*schema.items)) return true;
  const auto* additional = schema.additional_properties;
  if (additional != nullptr && additional->structural != nullptr &&
      HasRulesBelow(*additional->structural))
    return true;
  for (const auto& [name, property] : schema.properties) {
    if (HasRulesBelow(*property)) return true;
  }
  return false;
}

}  // namespace

RuleSet::RuleSet(const Structural& schema) {
  if (!HasRulesBelow(schema)) return;
  root_ = SetMaker(arena_, nodes_).Make(schema, true, Declare(schema, true, arena_));
}

RuleSet::~RuleSet() = default;

}  // namespace structural::expressions
