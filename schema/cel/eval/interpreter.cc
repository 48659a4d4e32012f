#include "schema/cel/eval/interpreter.h"

#include <algorithm>
#include <array>

#include "schema/cel/eval/operations.h"

namespace structural::cel::eval {
namespace {

// Maximum number of arguments of a function.
constexpr std::size_t kMaxArguments = 8;

}  // namespace

Outcome Interpreter::Run() {
  context_.Start();
  Value value = Exec(*plan_.root);
  if (context_.stopped()) value = Value::Error(context_.why_stopped());
  if (context_.exhausted()) cost_ = std::max(cost_, options_.cost_limit + 1);
  return {value, cost_, interrupted_ && value.is_error()};
}

Value Interpreter::Exceed() {
  if (!context_.HasMemory()) context_.EndRunOverBudget();
  return context_.Stop(kCostLimitExceeded);
}

Value Interpreter::Exec(const Node& node) {
  if (context_.stopped()) return Value::Error(context_.why_stopped());
  switch (node.op) {
    case Op::kConstant: return Observe(node.constant, node.id);
    case Op::kAttribute: return ExecAttribute(node);
    case Op::kOr:
    case Op::kAnd: return ExecLogical(node);
    case Op::kEqual:
    case Op::kNotEqual: return ExecEquality(node);
    case Op::kCall: return ExecCall(node);
    case Op::kList: return ExecList(node);
    case Op::kMap: return ExecMap(node);
    case Op::kFold: return ExecFold(node);
    case Op::kMembership: return ExecMembership(node);
    case Op::kOptionalOr:
    case Op::kOptionalOrValue: return ExecOptionalOr(node);
  }
  return {};
}

// true decides ||, false decides &&. Otherwise the result is the error of the first operand that is not a bool.
Value Interpreter::ExecLogical(const Node& node) {
  const bool decisive = node.op == Op::kOr;
  Value result = Value::Bool(!decisive);
  for (const Node* term : node.arguments) {
    const Value value = Exec(*term);
    const bool is_bool = value.is(Kind::kBool);
    if (is_bool && value.boolean() == decisive) {
      result = value;
      break;
    }
    if (!is_bool && !result.is_error()) result = ErrorOrNoSuchOverload(value);
  }
  if (context_.stopped()) return result;
  for (const Node* term : node.arguments) stack_.Drop(term->id);
  return Observe(result, node.id);
}

Value Interpreter::ExecEquality(const Node& node) {
  const bool negated = node.op == Op::kNotEqual;
  const Value left = Exec(*node.arguments[0]);
  const Value right = Exec(*node.arguments[1]);
  if (context_.stopped()) return left;
  Value result = left;
  if (!left.is_error()) result = right;
  if (!result.is_error()) {
    result = Equal(left, right, context_);
    if (negated) result = Value::Bool(!result.is_true());
  }
  std::array<Value, 2> tracked;
  if (!stack_.DropArguments(node.arguments, tracked.data())) return Observe(result, node.id);
  return Observe(result, node.id, CostOfEquality(negated, tracked));
}

Value Interpreter::ExecCall(const Node& node) {
  switch (node.arguments.size()) {
    case 0:
    case 1: return ExecCallOf<1>(node);
    case 2: return ExecCallOf<2>(node);
    default: return ExecCallOf<kMaxArguments>(node);
  }
}

// kMax is the maximum number of arguments, and determines the size of the stack frame. Loops run this function most
// often, so calls with few arguments use a small frame.
template <std::size_t kMax>
Value Interpreter::ExecCallOf(const Node& node) {
  const CallPlan& call = *node.call;
  const bool strict = call.implementation == nullptr || call.implementation->strict;
  std::array<Value, kMax> values;
  Value result;
  for (std::size_t i = 0; i < node.arguments.size(); ++i) {
    values[i] = Exec(*node.arguments[i]);
    if (!strict || !values[i].is_error() || result.is_error()) continue;
    result = values[i];
    if (call.variadic) break;
  }
  if (context_.stopped()) return result;
  if (!result.is_error()) result = RunCall(call, {values.data(), node.arguments.size()}, context_);
  if (context_.stopped()) return result;
  if (!stack_.DropArguments(node.arguments, values.data())) return Observe(result, node.id);
  const Arguments arguments(values.data(), node.arguments.size());
  const std::uint64_t cost = CostOfCall(call, arguments, result, context_);
  return context_.stopped() ? result : Observe(result, node.id, cost);
}

// Whether the value is allowed for the element or entry at `index`: one that is written as ?e must be an optional. If
// it is not allowed, sets `error`.
bool Interpreter::TakesOptional(const Node& node, std::size_t index, const Value& value, Value& error) {
  if (node.optional == nullptr || !node.optional[index] || value.is(Kind::kOptional)) return true;
  error = context_.Fail({"cannot initialize optional list element from non-optional value ", Print(value, context_)});
  return false;
}

Value Interpreter::ExecList(const Node& node) {
  constexpr std::uint64_t kListCost = 10;
  std::vector<Value> values;
  values.reserve(node.arguments.size());
  Value result;
  for (const Node* argument : node.arguments) {
    const Value value = Exec(*argument);
    if (value.is_error()) result = value;
    if (value.is_error() || !TakesOptional(node, values.size(), value, result)) break;
    values.push_back(value);
  }
  if (context_.stopped()) return result;
  if (!result.is_error()) result = MakeList(node, values, context_);
  std::vector<Value> tracked(node.arguments.size());
  stack_.DropArguments(node.arguments, tracked.data());
  return Observe(result, node.id, kListCost);
}

Value Interpreter::ExecMap(const Node& node) {
  constexpr std::uint64_t kMapCost = 30;
  std::vector<Value> values;
  values.reserve(node.arguments.size());
  Value result;
  for (const Node* argument : node.arguments) {
    const Value value = Exec(*argument);
    if (value.is_error()) result = value;
    if (value.is_error()) break;
    values.push_back(value);
    if (values.size() % 2 != 0) continue;
    const Value& key = values[values.size() - 2];
    if (!TakesOptional(node, values.size() / 2 - 1, value, result)) {
      result = context_.Fail({"cannot initialize optional entry '", Print(key, context_), "' from non-optional value ",
                              Print(value, context_)});
      break;
    }
    if (!IsHashable(key)) break;  // MakeMap stops the run at this key
  }
  if (context_.stopped()) return result;
  if (!result.is_error()) result = MakeMap(node, values, context_);
  if (context_.stopped()) return result;
  std::vector<Value> tracked(node.arguments.size());
  stack_.DropArguments(node.arguments, tracked.data());
  return Observe(result, node.id, kMapCost);
}

// The argument stays on the stack of the cost tracker, because cel-go does not treat this node as a call.
Value Interpreter::ExecMembership(const Node& node) {
  const Value value = Exec(*node.arguments[0]);
  if (context_.stopped()) return value;
  if (value.is_error()) return Observe(value, node.id);
  if (!IsHashable(value)) return StopForKey(value, false, context_);
  return Observe(Value::Bool(node.members->FindExact(value) != nullptr), node.id);
}

Value Interpreter::ExecOptionalOr(const Node& node) {
  const Value left = Exec(*node.arguments[0]);
  Value result = left;
  if (left.is(Kind::kOptional) && !left.has_value()) {
    result = Exec(*node.arguments[1]);
  } else if (left.is(Kind::kOptional)) {
    if (node.op == Op::kOptionalOrValue) result = left.value();
  } else if (!left.is_error()) {
    result = NoSuchOverload();
  }
  if (context_.stopped()) return result;
  return Observe(result, node.id);
}

Value Interpreter::ExecAttribute(const Node& node) {
  const Attribute& attribute = *node.attribute;
  Value value = Resolve(attribute);
  if (context_.stopped()) return value;
  if (node.test_only && value.is(Kind::kOptional)) value = Value::Bool(value.has_value());
  std::uint64_t cost = node.test_only ? std::uint64_t{0} - 1 : 0;
  if (attribute.base == Attribute::Base::kConditional) {
    stack_.Drop(attribute.falsy->id);
    stack_.Drop(attribute.truthy->id);
    stack_.Drop(attribute.operand->id);
  } else {
    stack_.Drop(attribute.id);
    ++cost;
  }
  return Observe(value, node.id, cost);
}

}  // namespace structural::cel::eval
