#include "schema/expressions/rule_set.h"

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "schema/base/output_budget.h"
#include "schema/base/quote.h"
#include "schema/crd/model/valid_field_path.h"
#include "schema/expressions/declared_type.h"
#include "schema/expressions/expression.h"
#include "schema/expressions/object/escape.h"
#include "schema/expressions/object/to_value.h"
#include "schema/expressions/rule_texts.h"
#include "schema/go/space.h"
#include "schema/kubernetes/object_path.h"

namespace structural::expressions {

struct RunnableRule {
  const crd::ValidationRule* rule;
  Expression expression;
  std::shared_ptr<const cel::eval::Program> message = nullptr;  // null without a messageExpression that compiles
  std::string field_path = {};  // path of the field that errors name, from fieldPath; empty: the value itself
};

// A schema that has CEL rules, or whose descendants have some. Immutable after construction.
struct RuleNode {
  struct Property {
    std::string_view name;
    const RuleNode* node;
  };

  const crd::Structural* schema;
  bool is_resource;
  bool uses_old_self = false;  // whether one of the rules uses oldSelf
  std::string failure = {};    // why the rules cannot be compiled; empty if they can
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

namespace {

using crd::NestedValueValidation;
using crd::Structural;

const Structural* ElementsOf(const Structural& rules) { return crd::AdditionalPropertiesOf(rules); }

const NestedValueValidation* ElementsOf(const NestedValueValidation& rules) { return rules.additional_properties; }

class SetMaker {
 public:
  SetMaker(base::Arena& arena, std::vector<std::unique_ptr<RuleNode>>& nodes, CompilationBudget& compilation_budget,
           int minor)
      : arena_(arena),
        nodes_(nodes),
        compilation_budget_(compilation_budget),
        edition_{.minor = minor, .stored = true} {}

  // Returns the node of a schema, or null if it has no rules at any depth. `rules` is `schema`, or an element of its
  // allOf.
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

  // Returns the declared type of a property. Returns null if expressions cannot access the property; then its rules do
  // not run.
  const DeclaredType* PropertyType(std::string_view name, const Structural& property, const DeclaredType* declared) {
    const auto escaped = cel::object::Escape(name);
    if (!escaped) return Declare(property, property.extensions->x_embedded_resource, arena_, edition_.minor);
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
    const ExpressionScope scope{types, compilation_budget_, rule.optional_old_self.value_or(false), edition_};
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
  CompilationBudget& compilation_budget_;
  const cel::Edition edition_;
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
  SetMaker maker(arena_, nodes_, options.compilation_budget == nullptr ? own : *options.compilation_budget,
                 options.minor);
  root_ = maker.Make(schema, schema, options.is_resource, Declare(schema, options.is_resource, arena_, options.minor));
}

RuleSet::~RuleSet() = default;

namespace {

// Upstream: apiextensions-apiserver pkg/apiserver/schema/cel/validation.go (v0.37.2).

using cel::eval::Context;
using cel::eval::Outcome;
using cel::eval::Value;
using crd::CorrelatedValue;
using kubernetes::ObjectPath;

constexpr std::string_view kOutOfBudget =
    "validation failed due to running out of cost budget, no further validation rules will be run";
constexpr std::string_view kCallLimit = cel::eval::kCostLimitExceeded;
constexpr std::size_t kMaxMessageBytes = 5 * 1024;

// A value of the object whose rules are run. `old` is the value of `oldSelf`, or null.
struct VisitedValue {
  const json::Value& value;
  const json::Value* old;
  const ObjectPath& path;
};

// A value and its nearest ancestor, each with its old value. Ratcheting turns the errors of a value into warnings if an
// update does not change it.
struct Ratchet {
  CorrelatedValue current;
  CorrelatedValue parent;  // nearest ancestor with an old value

  // Whether errors of the value become warnings, because the update does not change the value.
  bool Unchanged() const {
    if (current) return current.Unchanged();
    return parent && parent.Unchanged();
  }
  Ratchet Key(std::string_view key) const {
    if (!current) return *this;
    if (!parent && (key == "apiVersion" || key == "kind")) return {};
    return {current.Key(key), current};
  }
  Ratchet Index(std::size_t index) const { return current ? Ratchet{current.Index(index), current} : *this; }
};

// Whether Kubernetes correlates the members of a map with those of the old map, so that rules can use `oldSelf` in
// them.
bool IsCorrelatable(const crd::Structural& schema) {
  const auto& type = schema.extensions->x_map_type;
  return !type || *type == "granular" || *type == "atomic";
}

constexpr std::int64_t kRunUnits = 160;  // units of work for one run of a rule, besides its steps and its cost

class RuleRun {
 public:
  // Precondition: `input.steps_left` is not null.
  RuleRun(const RuleInput& input, base::Arena& arena, const std::atomic<bool>* cancelled)
      : arena_(arena),
        options_{.cancelled = cancelled},
        trace_(input.trace),
        steps_left_(*input.steps_left),
        cost_limit_(input.cost_limit),
        budget_(input.cost_limit) {}

  void Visit(const RuleNode& node, const VisitedValue& at, const Ratchet& ratchet) {
    if (at.value.is_null() || ended_) return;
    RunRules(node, at, ratchet);
    for (const RuleNode* part : node.all_of) Visit(*part, at, {{}, ratchet.parent});
    if (ended_) return;
    if (at.value.is_array()) {
      VisitElements(node, at, ratchet);
    } else if (at.value.is_object()) {
      VisitMembers(node, at, ratchet);
    }
  }

  std::int64_t runs() const { return runs_; }
  RuleSetResult Take() && {
    return {std::move(errors_).Take(), std::move(warnings_).Take(), cost_limit_ - budget_, ended_};
  }

 private:
  // The variables of a rule.
  struct Variables {
    Value self;
    std::optional<Value> old_self;
    std::optional<Value> optional_old_self;
  };

  void VisitElements(const RuleNode& node, const VisitedValue& at, const Ratchet& ratchet) {
    if (node.items == nullptr) return;
    const bool has_old = at.old != nullptr && at.old->is_array();
    const auto elements = at.value.elements();
    for (std::size_t i = 0; i < elements.size() && !ended_; ++i) {
      CorrelatedValue element;
      if (has_old) element = CorrelatedValue(at.value, *at.old, *node.schema, correlations_).Index(i);
      Visit(*node.items, {elements[i], element ? &element.old() : nullptr, at.path.Index(i)}, ratchet.Index(i));
    }
  }

  void VisitMembers(const RuleNode& node, const VisitedValue& at, const Ratchet& ratchet) {
    const bool has_old = at.old != nullptr && at.old->is_object() && IsCorrelatable(*node.schema);
    const auto old_of = [&](std::string_view key) { return has_old ? at.old->Find(key) : nullptr; };
    if (node.additional_properties != nullptr) {
      for (const json::Member& member : at.value.members()) {
        if (ended_) return;
        Visit(*node.additional_properties, {member.value, old_of(member.key), at.path.Key(member.key)},
              ratchet.Key(member.key));
      }
    }
    for (const RuleNode::Property& property : node.properties) {
      const json::Value* value = at.value.Find(property.name);
      if (value == nullptr || ended_) continue;
      Visit(*property.node, {*value, old_of(property.name), at.path.Name(property.name)}, ratchet.Key(property.name));
    }
  }

  void RunRules(const RuleNode& node, const VisitedValue& at, const Ratchet& ratchet) {
    const std::string_view type = node.schema->generic.type;
    if (!node.failure.empty()) {
      ++runs_;
      errors_.Add(InvalidRuleError(at.path, type, "rule compiler initialization error: " + node.failure));
      return;
    }
    if (node.rules.empty()) return;
    if (budget_ <= 0) return End(InvalidRuleError(at.path, type, kOutOfBudget));
    for (const RunnableRule& rule : node.rules) {
      if (ended_) return;
      const base::Arena::Mark before = arena_.Here();
      RunRule(rule, node, at, ratchet);
      arena_.Rewind(before);
    }
  }

  // Returns the variables of the node's rules. Sets old_self and optional_old_self only if a rule of the node uses
  // `oldSelf`. Without an old value, optional_old_self is an empty optional.
  Variables VariablesOf(const RuleNode& node, const VisitedValue& at, Context& context) {
    const cel::object::SchemaView view = ViewOf(node);
    Variables variables{cel::object::ToValue(at.value, view, context), {}, {}};
    if (!node.uses_old_self) return variables;
    variables.optional_old_self = Value::EmptyOptional();
    if (HasOld(at)) {
      variables.old_self = cel::object::ToValue(*at.old, view, context);
      variables.optional_old_self = context.Optional(*variables.old_self);
    }
    return variables;
  }

  static cel::object::SchemaView ViewOf(const RuleNode& node) {
    return node.is_resource ? cel::object::AsResource(*node.schema) : cel::object::SchemaView{node.schema};
  }
  static bool HasOld(const VisitedValue& at) { return at.old != nullptr && !at.old->is_null(); }

  void RunRule(const RunnableRule& rule, const RuleNode& node, const VisitedValue& at, const Ratchet& ratchet) {
    const std::string_view type = node.schema->generic.type;
    ++runs_;
    if (!rule.expression.error.empty()) {
      errors_.Add(InvalidRuleError(at.path, type, "rule compile error: " + rule.expression.error));
      return;
    }
    if (rule.expression.program == nullptr) return;
    const bool optional = rule.rule->optional_old_self.value_or(false);
    if (rule.expression.uses_old_self && !HasOld(at) && !optional) return;
    Context context(arena_, steps_left_);
    const Variables variables = VariablesOf(node, at, context);
    const Outcome outcome = Run(*rule.expression.program, variables, optional, context);
    if (Exceeds(outcome)) return End(InvalidRuleError(at.path, type, kOutOfBudget));
    budget_ -= static_cast<std::int64_t>(outcome.cost);
    Note(rule, outcome.value.is_true());
    if (outcome.value.is_error()) return AddFailure(rule, type, at, outcome.value.text());
    if (!outcome.value.is_true()) AddViolation(rule, node, at, ratchet, variables);
  }

  void Note(const RunnableRule& rule, bool passed) {
    if (trace_ == nullptr) return;
    RuleResults& seen = (*trace_)[rule.rule];
    (passed ? seen.passed : seen.failed) = true;
  }

  Outcome Run(const cel::eval::Program& program, const Variables& variables, bool optional, Context& context) {
    const std::optional<Value> values[] = {variables.self, optional ? variables.optional_old_self : variables.old_self};
    const Outcome outcome = evaluator_.Run(program, values, context, options_);
    steps_left_ = std::max<std::int64_t>(context.steps_left(), 0);
    return outcome;
  }

  bool Exceeds(const Outcome& outcome) const { return outcome.cost > static_cast<std::uint64_t>(budget_); }

  void AddFailure(const RunnableRule& rule, std::string_view type, const VisitedValue& at, std::string_view error) {
    const std::string what(MessageOrRule(*rule.rule));
    const std::string quoted = "'" + std::string(error) + "': ";
    if (error.starts_with("no such overload")) {
      errors_.Add(InvalidRuleError(at.path, type,
                                   quoted +
                                       "call arguments did not match a supported operator, function or "
                                       "macro signature for rule: " +
                                       what));
    } else if (error.starts_with(kCallLimit)) {
      End(InvalidRuleError(at.path, type,
                           quoted +
                               "no further validation rules will be run due to call cost exceeds limit for "
                               "rule: " +
                               what));
    } else {
      errors_.Add(InvalidRuleError(at.path, type, std::string(error) + " evaluating rule: " + what));
    }
  }

  // Adds the error of a rule whose result is false, or a warning if the rule does not use `oldSelf` and the update does
  // not change the value.
  void AddViolation(const RunnableRule& rule, const RuleNode& node, const VisitedValue& at, const Ratchet& ratchet,
                    const Variables& variables) {
    const ObjectPath field = at.path.Name(rule.field_path);
    const ObjectPath& path = rule.field_path.empty() ? at.path : field;
    const bool warns = !rule.expression.uses_old_self && ratchet.Unchanged();
    kubernetes::FieldErrorList& to = warns ? warnings_ : errors_;
    std::string message;
    if (rule.message != nullptr) {
      message = Message(rule, node.schema->generic.type, path, variables, to);
      if (ended_) return;
    }
    if (message.empty()) {
      const std::string what(MessageOrRule(*rule.rule));
      message = rule.rule->message.empty() ? "failed rule: " + what : what;
    }
    to.Add(FailedRuleError(*rule.rule, *node.schema, at.value, path, message));
  }

  // Returns the message of a messageExpression, or an empty text if the default message must be used. If a cost limit
  // is exceeded, ends the run, adds the error to `to`, and returns an empty text.
  std::string Message(const RunnableRule& rule, std::string_view type, const ObjectPath& path,
                      const Variables& variables, kubernetes::FieldErrorList& to) {
    Context context(arena_, steps_left_);
    const Outcome outcome = Run(*rule.message, variables, false, context);
    if (Exceeds(outcome)) {
      End(InvalidRuleError(path, type,
                           "messageExpression evaluation failed due to running out of cost budget, no "
                           "further validation rules will be run"),
          to);
      return {};
    }
    budget_ -= static_cast<std::int64_t>(outcome.cost);
    if (outcome.value.is_error()) {
      if (!outcome.value.text().starts_with(kCallLimit)) return {};
      End(InvalidRuleError(path, type,
                           "no further validation rules will be run due to call cost exceeds limit for "
                           "messageExpression: " +
                               base::Quote(rule.rule->message_expression)),
          to);
      return {};
    }
    if (!outcome.value.is_string()) return {};
    const std::string_view text = go::TrimSpace(outcome.value.text());
    if (text.size() > kMaxMessageBytes || text.find('\n') != std::string_view::npos) return {};
    return std::string(text);
  }

  void End(kubernetes::FieldError error) { End(std::move(error), errors_); }
  void End(kubernetes::FieldError error, kubernetes::FieldErrorList& to) {
    to.Add(std::move(error));
    ended_ = true;
  }

  base::Arena& arena_;
  const cel::eval::RunOptions options_;
  RuleTrace* const trace_;
  std::int64_t& steps_left_;
  cel::eval::Evaluator evaluator_;
  crd::CorrelationCache correlations_;
  const std::int64_t cost_limit_;
  std::int64_t budget_;
  std::int64_t runs_ = 0;  // number of runs of rules
  bool ended_ = false;     // whether no further rule runs, because a cost limit was exceeded
  kubernetes::FieldErrorList errors_;
  kubernetes::FieldErrorList warnings_;
};

}  // namespace

RuleSetResult RuleSet::Run(const RuleInput& input, base::Arena& arena, const std::atomic<bool>* cancelled) const {
  if (root_ == nullptr) return {};
  std::int64_t steps = input.steps_left != nullptr ? *input.steps_left : cel::eval::RunBudget::kMaxSteps;
  RuleInput bounded = input;
  bounded.steps_left = &steps;
  if (input.work != nullptr) {
    steps = std::min(steps, input.work->left());
    bounded.cost_limit = std::min(input.cost_limit, input.work->left());
  }
  const std::int64_t max_steps = steps;
  RuleRun run(bounded, arena, cancelled);
  const kubernetes::FieldName none_before;
  const ObjectPath path(input.path != nullptr ? *input.path : none_before);
  const crd::CorrelatedValue none;
  run.Visit(*root_, {input.object, input.old, path}, {input.correlated != nullptr ? *input.correlated : none, {}});
  const std::int64_t runs = run.runs();
  RuleSetResult found = std::move(run).Take();
  if (input.steps_left != nullptr) *input.steps_left -= max_steps - steps;
  if (input.work != nullptr) {
    const bool cut = found.limit_exceeded && bounded.cost_limit < input.cost_limit;
    input.work->Spend(
        static_cast<std::size_t>(cut ? input.work->left() : max_steps - steps + found.cost + kRunUnits * runs));
  }
  return found;
}

}  // namespace structural::expressions
