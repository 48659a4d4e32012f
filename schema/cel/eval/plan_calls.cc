// Plans calls: operators, functions, and calls that are computed before an expression runs.
#include <algorithm>

#include "schema/cel/eval/call.h"
#include "schema/cel/eval/list.h"
#include "schema/cel/eval/operations.h"
#include "schema/cel/eval/overflow.h"
#include "schema/cel/eval/planner.h"
#include "schema/cel/operators.h"
#include "schema/go/pattern.h"

namespace structural::cel::eval {
namespace {

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

// Functions that are called before the expression runs if their argument is a constant.
constexpr std::string_view kConversions[] = {
    "bool", "bytes", "double", "duration", "dyn", "int", "string", "timestamp", "type", "uint",
};

bool IsConversion(std::string_view function) {
  return std::ranges::find(kConversions, function) != std::end(kConversions);
}

bool IsConstant(const Node* node) { return node->op == Op::kConstant; }

// Whether Go finds the element of a list by its hash.
bool IsMember(const Value& value) { return IsQualifier(value); }

// Adds an element, and equal numbers of other types.
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

}  // namespace

Node* Planner::PlanCall(const Expr& expr, const Call& call) {
  const Reference& reference = checked_.references.at(expr.id);
  const std::string_view function = reference.function->name;
  std::vector<Node*> arguments;
  if (call.target != nullptr && !reference.without_target) arguments.push_back(Visit(*call.target));
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
  call->variadic = call->variadic || arguments.size() > 2;
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
    if (overload.id == call.overload) call.declared = &overload;
  }
  if (call.implementation == nullptr && candidates.size() == 1) {
    call.implementation = candidates[0].implementation;
    call.declared = candidates[0].declared;
  }
  if (call.implementation == nullptr) {
    call.candidates = arena().Copy(std::span<const Candidate>(candidates));
    call.variadic = true;
    return;
  }
  if (!call.implementation->guarded) call.declared = nullptr;
  if (!call.overload.empty()) call.overload_cost = call.implementation->cost;
  call.variadic = call.implementation->variadic;
}

void Planner::CheckPattern(const Node& node, CallPlan& call) {
  if (call.implementation == nullptr || call.implementation->pattern < 0) return;
  const auto index = static_cast<std::size_t>(call.implementation->pattern);
  if (index >= node.arguments.size() || !IsConstant(node.arguments[index])) return;
  const Value& pattern = node.arguments[index]->constant;
  if (!pattern.is_string()) return;
  call.constant_pattern = true;
  call.variadic = true;
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

}  // namespace structural::cel::eval
