#include "schema/cel/eval/program.h"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "schema/base/arena.h"
#include "schema/cel/check.h"
#include "schema/cel/eval/call.h"
#include "schema/cel/eval/function.h"
#include "schema/cel/eval/interpreter.h"
#include "schema/cel/eval/list.h"
#include "schema/cel/eval/operations.h"
#include "schema/cel/eval/overflow.h"
#include "schema/cel/eval/plan.h"
#include "schema/cel/operators.h"
#include "schema/go/pattern.h"

namespace structural::cel::eval {
namespace {

// Makes the plan of one checked expression, in an arena. Not thread-safe. Recursive.
//
// Upstream: cel-go interpreter/planner.go, decorators.go; cel/library.go decorateOptionalOr (v0.29.2).
class Planner {
 public:
  Planner(const Checked& checked, const FunctionTable& functions, std::span<const std::string_view> variables,
          Edition edition, base::Arena& arena)
      : checked_(checked), functions_(functions), variables_(variables), edition_(edition), context_(arena) {
    context_.Start(edition.minor);
  }

  // Returns the plan. Errors: kInvalidInput with cel-go's message; kInternal for expressions that are not supported.
  base::Result<Plan> Run(const Expr& root, std::int64_t last_id);

 private:
  // A loop that contains the expression that is planned at present.
  struct Scope {
    const Comprehension* loop;
    std::uint32_t slot;
    bool result;  // whether that expression is in the loop's result, where the loop's variables are out of scope
  };

  // Plans an expression. Recursive. The functions that it calls are not inlined, so that its stack frame stays small.
  Node* Visit(const Expr& expr);
  [[gnu::noinline]] Node* PlanIdent(const Expr& expr, const Reference& reference);
  [[gnu::noinline]] Node* PlanSelect(const Expr& expr, const Select& select);
  [[gnu::noinline]] Node* PlanCall(const Expr& expr, const Call& call);
  [[gnu::noinline]] Node* PlanConditional(const Expr& expr, std::span<Node* const> arguments);
  [[gnu::noinline]] Node* PlanIndex(const Expr& expr, std::span<Node* const> arguments, bool optional);
  [[gnu::noinline]] Node* PlanFunction(const Expr& expr, const Reference& reference, std::span<Node* const> arguments);
  [[gnu::noinline]] Node* PlanList(const Expr& expr, const List& list);
  [[gnu::noinline]] Node* PlanMap(const Expr& expr, const Map& map);
  [[gnu::noinline]] Node* PlanLoop(const Expr& expr, const Comprehension& loop);
  [[gnu::noinline]] Node* PlanConstant(const Expr& expr, const Constant& constant);

  void FindImplementation(const Reference& reference, CallPlan& call);
  Node* Optimize(Node* node);
  [[gnu::noinline]] Node* OptimizeMembership(Node* node);
  [[gnu::noinline]] Node* OptimizeConversion(Node* node);
  [[gnu::noinline]] void CheckPattern(const Node& node, CallPlan& call);

  [[gnu::noinline]] Attribute* NewAttribute(Attribute::Base base, std::uint32_t id);
  [[gnu::noinline]] Attribute* AttributeOf(Node* node);
  [[gnu::noinline]] Node* NodeWithAttribute(Node* node);
  [[gnu::noinline]] void AddQualifier(Attribute& attribute, const Qualifier& qualifier);
  [[gnu::noinline]] Node* NewNode(Op op, const Expr& expr);
  [[gnu::noinline]] Node* NewConstant(std::uint32_t id, const Value& value);
  std::span<const Node* const> StoreNodes(std::span<Node* const> nodes);
  void SetIds();

  // Records an error, unless an earlier error is already recorded.
  void Fail(base::ErrorCode code, std::string message) {
    if (!error_) error_.emplace(code, std::move(message));
  }

  base::Arena& arena() { return context_.arena(); }

  const Checked& checked_;
  const FunctionTable& functions_;
  std::span<const std::string_view> variables_;
  Edition edition_;
  Context context_;
  std::vector<Scope> scopes_;
  std::uint32_t fold_count_ = 0;
  std::vector<Attribute*> attributes_;  // each attribute follows those that it uses
  std::vector<Node*> nodes_;
  std::optional<base::Error> error_;
};

std::uint32_t IdOf(const Expr& expr) { return static_cast<std::uint32_t>(expr.id); }

// Removes a leading dot. Returns whether the name had one.
bool TakeDot(std::string_view& name) {
  const bool dot = name.starts_with('.');
  if (dot) name.remove_prefix(1);
  return dot;
}

bool HasOptionalEntries(std::span<const Entry> entries) {
  for (const Entry& entry : entries) {
    if (entry.optional) return true;
  }
  return false;
}

// Whether the name is that of a message whose values have another CEL type: wrappers, Any, and JSON values.
bool IsMessageName(std::string_view name, const cel::Type& type) {
  if (!name.starts_with("google.protobuf.") || type.parameters.empty()) return false;
  const TypeKind kind = type.parameters[0]->kind;
  return kind != TypeKind::kDuration && kind != TypeKind::kTimestamp && kind != TypeKind::kStruct;
}

base::Result<Plan> Planner::Run(const Expr& root, std::int64_t last_id) {
  const Node* planned = Visit(root);
  if (context_.stopped()) Fail(base::ErrorCode::kInvalidInput, std::string(context_.why_stopped()));
  if (error_) return *error_;
  SetIds();
  return Plan{planned, static_cast<std::uint32_t>(last_id) + 1, fold_count_, edition_.minor};
}

Node* Planner::Visit(const Expr& expr) {
  if (const Constant* constant = std::get_if<Constant>(&expr.node)) {
    return PlanConstant(expr, *constant);
  }
  if (std::holds_alternative<Ident>(expr.node)) {
    return PlanIdent(expr, checked_.references.at(expr.id));
  }
  if (const Select* select = std::get_if<Select>(&expr.node)) return PlanSelect(expr, *select);
  if (const Call* call = std::get_if<Call>(&expr.node)) return PlanCall(expr, *call);
  if (const List* list = std::get_if<List>(&expr.node)) return PlanList(expr, *list);
  if (const Map* map = std::get_if<Map>(&expr.node)) return PlanMap(expr, *map);
  if (const auto* loop = std::get_if<const Comprehension*>(&expr.node)) {
    return PlanLoop(expr, **loop);
  }
  Fail(base::ErrorCode::kInternal, "messages are not implemented");
  return NewConstant(IdOf(expr), {});
}

Node* Planner::PlanConstant(const Expr& expr, const Constant& constant) {
  struct ToValue {
    base::Arena& arena;
    Value operator()(Null) const { return {}; }
    Value operator()(bool value) const { return Value::Bool(value); }
    Value operator()(std::int64_t value) const { return Value::Int(value); }
    Value operator()(std::uint64_t value) const { return Value::Uint(value); }
    Value operator()(double value) const { return Value::Double(value); }
    Value operator()(std::string_view text) const { return Value::String(arena.Copy(text)); }
    Value operator()(cel::Bytes bytes) const { return Value::Bytes(arena.Copy(bytes.value)); }
  };
  return NewConstant(IdOf(expr), std::visit(ToValue{arena()}, constant));
}

Node* Planner::PlanIdent(const Expr& expr, const Reference& reference) {
  std::string_view name = reference.name;
  if (checked_.types[expr.id]->kind == TypeKind::kType) {
    const cel::Type* type = FindTypeName(name, edition_);
    if (type != nullptr && IsMessageName(name, *type) && Has(edition_, LanguagePart::kMessageNameChecks))
      type = nullptr;
    if (type == nullptr || type->parameters.empty()) {
      if (type != nullptr) return NewConstant(IdOf(expr), Value::TypeOf(*type));
      Fail(base::ErrorCode::kInvalidInput, "reference to undefined type: " + std::string(name));
      return NewConstant(IdOf(expr), {});
    }
    return NewConstant(IdOf(expr), Value::TypeOf(*type->parameters[0]));
  }
  const bool global = TakeDot(name);
  Node* node = NewNode(Op::kAttribute, expr);
  for (std::size_t i = global ? 0 : scopes_.size(); i > 0; --i) {
    const Scope& scope = scopes_[i - 1];
    const bool accumulator = name == scope.loop->accumulator;
    const bool first = !scope.result && name == scope.loop->variable;
    const bool second = !scope.result && name == scope.loop->second_variable;
    if (!accumulator && !first && !second) continue;
    node->attribute = NewAttribute(Attribute::Base::kLocal, node->id);
    node->attribute->slot = scope.slot;
    node->attribute->loop_variable = accumulator ? LoopVariable::kAccumulator
                                     : first     ? LoopVariable::kFirst
                                                 : LoopVariable::kSecond;
    return node;
  }
  node->attribute = NewAttribute(Attribute::Base::kGlobal, node->id);
  node->attribute->name = arena().Copy(name);
  std::uint32_t slot = 0;
  while (slot < variables_.size() && variables_[slot] != name) ++slot;
  node->attribute->slot = slot;
  return node;
}

Node* Planner::PlanSelect(const Expr& expr, const Select& select) {
  const auto reference = checked_.references.find(expr.id);
  if (reference != checked_.references.end()) return PlanIdent(expr, reference->second);
  Node* const operand = NodeWithAttribute(Visit(*select.operand));
  AddQualifier(*operand->attribute, {.kind = Qualifier::Kind::kConstant,
                                     .optional = false,
                                     .test_only = select.test_only,
                                     .id = IdOf(expr),
                                     .constant = Value::String(arena().Copy(select.field)),
                                     .attribute = nullptr});
  if (!select.test_only) return operand;
  Node* const node = NewNode(Op::kAttribute, expr);
  node->test_only = true;
  node->attribute = operand->attribute;
  return node;
}

Node* Planner::PlanList(const Expr& expr, const List& list) {
  std::vector<Node*> elements;
  for (const Expr* element : list.elements) elements.push_back(Visit(*element));
  Node* const node = NewNode(Op::kList, expr);
  node->arguments = StoreNodes(elements);
  if (!list.optional.empty()) {
    bool* const optional = static_cast<bool*>(arena().Allocate(elements.size(), 1));
    std::fill(optional, optional + elements.size(), false);
    for (const std::int32_t index : list.optional) optional[index] = true;
    node->optional = optional;
  }
  return Optimize(node);
}

Node* Planner::PlanMap(const Expr& expr, const Map& map) {
  std::vector<Node*> parts;
  for (const Entry& entry : map.entries) {
    parts.push_back(Visit(*entry.key));
    parts.push_back(Visit(*entry.value));
  }
  Node* const node = NewNode(Op::kMap, expr);
  node->arguments = StoreNodes(parts);
  if (HasOptionalEntries(map.entries)) {
    bool* const optional = static_cast<bool*>(arena().Allocate(map.entries.size(), 1));
    for (std::size_t i = 0; i < map.entries.size(); ++i) optional[i] = map.entries[i].optional;
    node->optional = optional;
  }
  return Optimize(node);
}

Node* Planner::PlanLoop(const Expr& expr, const Comprehension& loop) {
  auto* const fold = arena().New<FoldPlan>();
  fold->initial_accumulator = Visit(*loop.init);
  fold->range = Visit(*loop.range);
  fold->slot = fold_count_++;
  fold->two_variables = !loop.second_variable.empty();
  scopes_.push_back({&loop, fold->slot, false});
  fold->condition = Visit(*loop.condition);
  fold->step = Visit(*loop.step);
  scopes_.back().result = true;
  fold->result = Visit(*loop.result);
  scopes_.pop_back();
  Node* const node = NewNode(Op::kFold, expr);
  node->fold = fold;
  return node;
}

Attribute* Planner::NewAttribute(Attribute::Base base, std::uint32_t id) {
  auto* const attribute = arena().New<Attribute>();
  attribute->base = base;
  attribute->own_id = id;
  attributes_.push_back(attribute);
  return attribute;
}

// Returns the node's own attribute, or a new one whose operand is the node.
Attribute* Planner::AttributeOf(Node* node) {
  if (node->op == Op::kAttribute) return node->attribute;
  Attribute* const attribute = NewAttribute(Attribute::Base::kOperand, node->id);
  attribute->operand = node;
  return attribute;
}

Node* Planner::NodeWithAttribute(Node* node) {
  if (node->op == Op::kAttribute) return node;
  auto* const made = arena().New<Node>();
  made->op = Op::kAttribute;
  made->id = node->id;
  made->attribute = AttributeOf(node);
  nodes_.push_back(made);
  return made;
}

void Planner::AddQualifier(Attribute& attribute, const Qualifier& qualifier) {
  if (attribute.base == Attribute::Base::kConditional) {
    AddQualifier(*attribute.truthy, qualifier);
    AddQualifier(*attribute.falsy, qualifier);
    return;
  }
  auto* const kept = arena().New<Qualifier>();
  *kept = qualifier;
  auto* const link = arena().New<QualifierLink>();
  *link = {kept, nullptr};
  (attribute.last_qualifier == nullptr ? attribute.first_qualifier : attribute.last_qualifier->next) = link;
  attribute.last_qualifier = link;
}

Node* Planner::NewNode(Op op, const Expr& expr) {
  auto* const node = arena().New<Node>();
  node->op = op;
  node->id = IdOf(expr);
  nodes_.push_back(node);
  return node;
}

Node* Planner::NewConstant(std::uint32_t id, const Value& value) {
  auto* const node = arena().New<Node>();
  node->op = Op::kConstant;
  node->id = id;
  node->constant = value;
  return node;
}

std::span<const Node* const> Planner::StoreNodes(std::span<Node* const> nodes) {
  const std::span<Node*> kept = arena().Copy(nodes);
  return {kept.data(), kept.size()};
}

// Sets the ids of attributes and of their nodes. Must be called at the end, because qualifiers are added after an
// attribute is made.
void Planner::SetIds() {
  for (Attribute* attribute : attributes_) {
    attribute->id = attribute->last_qualifier == nullptr ? attribute->own_id : attribute->last_qualifier->qualifier->id;
    if (attribute->base != Attribute::Base::kConditional) continue;
    const bool same = attribute->truthy->id == attribute->falsy->id;
    attribute->id = same ? attribute->truthy->id : attribute->own_id;
  }
  for (Node* node : nodes_) {
    if (node->op == Op::kAttribute && !node->test_only) node->id = node->attribute->id;
  }
}

// The following part of Planner plans calls: operators, functions, and calls that are computed before the expression
// runs.

struct OperatorRow {
  std::string_view function;
  Op op;
};

constexpr OperatorRow kOperators[] = {
    {operators::kLogicalOr, Op::kOr},
    {operators::kLogicalAnd, Op::kAnd},
    {operators::kEquals, Op::kEqual},
    {operators::kNotEquals, Op::kNotEqual},
};

// The implementation of overloads whose types have no values in CRDs, such as those for authorization.
constexpr Implementation kUnavailableOverload = {.overload = {},
                                                 .run = [](Arguments, Context&) { return NoSuchOverload(); }};

// Functions for which a call with a constant argument is computed when the plan is made, not when it runs.
constexpr std::string_view kConversions[] = {
    "bool", "bytes", "double", "duration", "dyn", "int", "string", "timestamp", "type", "uint",
};

bool IsConversion(std::string_view function) {
  return std::ranges::find(kConversions, function) != std::end(kConversions);
}

bool IsConstant(const Node* node) { return node->op == Op::kConstant; }

// Whether the element is of a type for which cel-go optimizes `in`. If all elements of a constant list are, `in` looks
// up its operand by hash.
bool IsMember(const Value& value) { return IsQualifier(value); }

// Adds an element to `members`, and the numbers of other types that are equal to the element.
void AddMember(const Value& value, MapNode& members, base::Arena& arena) {
  const auto add = [&](const auto& number, auto make) {
    if (number) members.Set(make(*number), Value::Bool(true), arena);
  };
  members.Set(value, Value::Bool(true), arena);
  if (value.is(Kind::kDouble)) {
    add(ExactInt(value.real()), Value::Int);
    add(ExactUint(value.real()), Value::Uint);
  } else if (value.is(Kind::kInt)) {
    members.Set(Value::Double(static_cast<double>(value.integer())), Value::Bool(true), arena);
    add(ExactUint(value.integer()), Value::Uint);
  } else if (value.is(Kind::kUint)) {
    const double real = static_cast<double>(value.unsigned_integer());
    members.Set(Value::Double(real), Value::Bool(true), arena);
    add(ExactInt(value.unsigned_integer()), Value::Int);
  }
}

Node* Planner::PlanCall(const Expr& expr, const Call& call) {
  const Reference& reference = checked_.references.at(expr.id);
  const std::string_view function = reference.function->name;
  std::vector<Node*> arguments;
  if (call.target != nullptr && !reference.target_is_in_name) arguments.push_back(Visit(*call.target));
  for (const Expr* argument : call.arguments) arguments.push_back(Visit(*argument));
  for (const OperatorRow& row : kOperators) {
    if (row.function != function) continue;
    Node* const node = NewNode(row.op, expr);
    node->arguments = StoreNodes(arguments);
    return node;
  }
  if (function == operators::kConditional) return PlanConditional(expr, arguments);
  if (function == operators::kIndex) return PlanIndex(expr, arguments, false);
  if (function == operators::kOptSelect || function == operators::kOptIndex) {
    return PlanIndex(expr, arguments, true);
  }
  return PlanFunction(expr, reference, arguments);
}

Node* Planner::PlanConditional(const Expr& expr, std::span<Node* const> arguments) {
  Node* const node = NewNode(Op::kAttribute, expr);
  Attribute* const truthy = AttributeOf(arguments[1]);
  Attribute* const falsy = AttributeOf(arguments[2]);
  node->attribute = NewAttribute(Attribute::Base::kConditional, node->id);
  node->attribute->operand = arguments[0];
  node->attribute->truthy = truthy;
  node->attribute->falsy = falsy;
  return node;
}

Node* Planner::PlanIndex(const Expr& expr, std::span<Node* const> arguments, bool optional) {
  Node* const operand = NodeWithAttribute(arguments[0]);
  Node* const index = arguments[1];
  Qualifier qualifier = {.kind = Qualifier::Kind::kConstant,
                         .optional = optional,
                         .test_only = false,
                         .id = static_cast<std::uint32_t>(expr.id),
                         .constant = index->constant,
                         .attribute = nullptr};
  if (index->op == Op::kAttribute) {
    qualifier.kind = Qualifier::Kind::kAttribute;
    qualifier.attribute = index->attribute;
  } else if (index->op != Op::kConstant) {
    qualifier.kind = Qualifier::Kind::kComputed;
    qualifier.attribute = NewAttribute(Attribute::Base::kOperand, qualifier.id);
    qualifier.attribute->operand = index;
  } else if (!IsQualifier(index->constant)) {
    Fail(base::ErrorCode::kInvalidInput, "invalid qualifier type: " + std::string(GoType(index->constant)));
  }
  AddQualifier(*operand->attribute, qualifier);
  return operand;
}

Node* Planner::PlanFunction(const Expr& expr, const Reference& reference, std::span<Node* const> arguments) {
  auto* const call = arena().New<CallPlan>();
  call->function = reference.function->name;
  if (reference.overloads.size() == 1) call->overload = reference.overloads[0];
  Node* const node = NewNode(Op::kCall, expr);
  node->arguments = StoreNodes(arguments);
  node->call = call;
  const bool any = call->overload.empty();
  if (call->function == "or" && (any || call->overload == "optional_or_optional")) {
    node->op = Op::kOptionalOr;
    return node;
  }
  if (call->function == "orValue" && (any || call->overload == "optional_orValue_value")) {
    node->op = Op::kOptionalOrValue;
    return node;
  }
  FindImplementation(reference, *call);
  call->stops_at_first_error = call->stops_at_first_error || arguments.size() > 2;
  call->function_cost = functions_.FindCost(call->function);
  call->standard_cost = StandardCostOf(call->overload);
  CheckPattern(*node, *call);
  return error_ ? node : Optimize(node);
}

void Planner::FindImplementation(const Reference& reference, CallPlan& call) {
  if (!call.overload.empty()) call.implementation = functions_.Find(call.overload);
  if (call.implementation == nullptr) call.implementation = functions_.Find(call.function);
  std::vector<Candidate> candidates;
  const Function& declared = *reference.function;
  for (const Overload& overload : OverloadsOf(declared, edition_)) {
    const Implementation* found = functions_.Find(overload.id);
    candidates.push_back({&overload, found != nullptr ? found : &kUnavailableOverload});
    if (overload.id == call.overload) call.declared_overload = &overload;
  }
  if (call.implementation == nullptr && candidates.size() == 1) {
    call.implementation = candidates[0].implementation;
    call.declared_overload = candidates[0].declared_overload;
  }
  if (call.implementation == nullptr) {
    call.candidates = arena().Copy(std::span<const Candidate>(candidates));
    call.stops_at_first_error = true;
    return;
  }
  if (!call.implementation->checks_types) call.declared_overload = nullptr;
  if (!call.overload.empty()) call.overload_cost = call.implementation->cost;
  call.stops_at_first_error = call.implementation->stops_at_first_error;
}

void Planner::CheckPattern(const Node& node, CallPlan& call) {
  if (call.implementation == nullptr || call.implementation->pattern_argument < 0) return;
  const auto index = static_cast<std::size_t>(call.implementation->pattern_argument);
  if (index >= node.arguments.size() || !IsConstant(node.arguments[index])) return;
  const Value& pattern = node.arguments[index]->constant;
  if (!pattern.is_string()) return;
  call.has_constant_pattern = true;
  call.stops_at_first_error = true;
  if (const auto error = go::CompileError(pattern.text())) {
    Fail(base::ErrorCode::kInvalidInput, *error);
  }
}

Node* Planner::Optimize(Node* node) {
  if (node->op == Op::kCall && node->call->overload == "in_list") return OptimizeMembership(node);
  if (node->op == Op::kCall) {
    return IsConversion(node->call->function) ? OptimizeConversion(node) : node;
  }
  if (!std::ranges::all_of(node->arguments, IsConstant)) return node;
  std::vector<Value> values;
  for (const Node* argument : node->arguments) values.push_back(argument->constant);
  return NewConstant(node->id,
                     node->op == Op::kList ? MakeList(*node, values, context_) : MakeMap(*node, values, context_));
}

Node* Planner::OptimizeMembership(Node* node) {
  if (!IsConstant(node->arguments[1]) || !node->arguments[1]->constant.is(Kind::kList)) return node;
  const Value& list = node->arguments[1]->constant;
  if (ListSize(list) == 0) return NewConstant(node->id, Value::Bool(false));
  auto* const members = arena().New<MapNode>();
  for (const Value& element : ListElements(list, context_)) {
    if (!IsMember(element)) return node;
    AddMember(element, *members, arena());
  }
  node->op = Op::kMembership;
  node->members = members;
  return node;
}

Node* Planner::OptimizeConversion(Node* node) {
  if (node->arguments.size() != 1 || !IsConstant(node->arguments[0])) return node;
  const Value& argument = node->arguments[0]->constant;
  const Value result = argument.is_error() ? argument : RunCall(*node->call, {&argument, 1}, context_);
  if (result.is_error()) Fail(base::ErrorCode::kInvalidInput, std::string(result.text()));
  return NewConstant(node->id, result);
}

}  // namespace

base::Result<std::shared_ptr<const Program>> Program::Make(const Parsed& parsed, const Checked& checked,
                                                           const ProgramEnvironment& environment) {
  auto program = std::make_shared<Program>();
  Planner planner(checked, *environment.functions, environment.variables, environment.edition, program->arena_);
  auto plan = planner.Run(*parsed.root, parsed.places.last_id());
  if (!plan.ok()) return plan.error();
  program->plan_ = *plan;
  return std::shared_ptr<const Program>(std::move(program));
}

class Evaluator::State {
 public:
  Buffers buffers;
};

Evaluator::Evaluator() : state_(std::make_unique<State>()) {}
Evaluator::~Evaluator() = default;

Outcome Evaluator::Run(const Program& program, std::span<const std::optional<Value>> variables, Context& context,
                       const RunOptions& options) {
  return Interpreter(program.plan(), variables, context, options, state_->buffers).Run();
}

}  // namespace structural::cel::eval
