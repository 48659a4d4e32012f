#include "schema/expressions/rule_set.h"

#include "schema/crd/model/valid_field_path.h"
#include "schema/expressions/declared_type.h"
#include "schema/expressions/object/escape.h"
#include "schema/expressions/rule_node.h"
#include "schema/go/space.h"

namespace structural::expressions {
namespace {

using crd::NestedValueValidation;
using crd::Structural;

const Structural* ElementsOf(const Structural& rules) {
  const auto* additional = rules.additional_properties;
  return additional == nullptr ? nullptr : additional->structural;
}

const NestedValueValidation* ElementsOf(const NestedValueValidation& rules) { return rules.additional_properties; }

class SetMaker {
 public:
  SetMaker(base::Arena& arena, std::vector<std::unique_ptr<RuleNode>>& nodes, CompilationBudget& effort)
      : arena_(arena), nodes_(nodes), effort_(effort) {}

  // Returns null without rules. `rules` is `schema`, or an element of one of its allOf.
  template <typename Rules>
  const RuleNode* Make(const Rules& rules, const Structural& schema, bool is_resource, const DeclaredType* declared) {
    auto node = std::make_unique<RuleNode>(RuleNode{&schema, is_resource});
    Compile(rules.x_validations, declared, *node);
    const DeclaredType* element = declared == nullptr ? nullptr : declared->element;
    node->items = MakeElement(rules.items, schema.items, element);
    MakeProperties(rules, declared, *node);
    node->additional_properties = MakeElement(ElementsOf(rules), ElementsOf(schema), element);
    for (const NestedValueValidation* part : rules.value_validation->all_of) {
      if (const RuleNode* made = Make(*part, schema, is_resource, declared)) node->all_of.push_back(made);
    }
    if (node->empty()) return nullptr;
    nodes_.push_back(std::move(node));
    return nodes_.back().get();
  }

 private:
  template <typename Rules>
  const RuleNode* MakeElement(const Rules* rules, const Structural* schema, const DeclaredType* declared) {
    if (rules == nullptr || schema == nullptr) return nullptr;
    return Make(*rules, *schema, schema->extensions->x_embedded_resource, declared);
  }

  template <typename Rules>
  void MakeProperties(const Rules& rules, const DeclaredType* declared, RuleNode& node) {
    for (const auto& [name, property] : rules.properties) {
      const Structural* schema = node.schema->properties.Find(name);
      if (schema == nullptr) continue;
      const DeclaredType* type = PropertyType(name, *schema, declared);
      if (type == nullptr) continue;
      if (const RuleNode* made = MakeElement(property, schema, type)) node.properties.push_back({name, made});
    }
  }

  // Returns null if expressions cannot access the property; then its rules do not run.
  const DeclaredType* PropertyType(std::string_view name, const Structural& property, const DeclaredType* declared) {
    const auto escaped = cel::object::Escape(name);
    if (!escaped) return Declare(property, property.extensions->x_embedded_resource, arena_);
    return declared == nullptr ? nullptr : declared->FindField(*escaped);
  }

  void Compile(crd::List<crd::ValidationRule> rules, const DeclaredType* declared, RuleNode& node) {
    if (rules.empty()) return;
    if (declared == nullptr) {
      node.failure = "failed to convert to declType for CEL validation rules";
      return;
    }
    types_.Reset();
    const SelfTypes types(*declared, types_);
    for (const crd::ValidationRule* rule : rules) {
      node.rules.push_back(CompileRule(*rule, types, *node.schema));
      node.uses_old_self |= node.rules.back().expression.uses_old_self;
    }
  }

  RunnableRule CompileRule(const crd::ValidationRule& rule, const SelfTypes& types, const Structural& schema) {
    RunnableRule made{&rule, {}};
    if (go::IsBlank(rule.rule)) return made;
    const ExpressionScope scope{types, effort_, rule.optional_old_self.value_or(false), {.stored = true}};
    made.expression = CompileExpression(rule.rule, kRuleExpression, scope, false);
    if (!made.expression.error.empty()) return made;
    if (!rule.message_expression.empty()) {
      Expression message = CompileExpression(rule.message_expression, kMessageExpression, scope, false);
      if (!message.error.empty()) return made;
      made.message = std::move(message.program);
    }
    const auto field = crd::ValidFieldPath(rule.field_path, &schema, true);
    if (const auto* found = std::get_if<crd::FoundField>(&field)) made.field_path = found->path;
    return made;
  }

  base::Arena& arena_;
  base::Arena types_;  // memory for the types of one node
  std::vector<std::unique_ptr<RuleNode>>& nodes_;
  CompilationBudget& effort_;
};

}  // namespace

bool RunsRules(const Structural& schema) {
  if (!schema.x_validations.empty()) return true;
  if (schema.items != nullptr && RunsRules(*schema.items)) return true;
  const Structural* elements = ElementsOf(schema);
  if (elements != nullptr && RunsRules(*elements)) return true;
  for (const auto& [name, property] : schema.properties) {
    if (RunsRules(*property)) return true;
  }
  return false;
}

RuleSet::RuleSet(const Structural& schema, const RuleSetOptions& options) {
  if (!RunsRules(schema)) return;
  CompilationBudget own;
  SetMaker maker(arena_, nodes_, options.effort == nullptr ? own : *options.effort);
  root_ = maker.Make(schema, schema, options.is_resource, Declare(schema, options.is_resource, arena_));
}

RuleSet::~RuleSet() = default;

}  // namespace structural::expressions
