#include "schema/cel/eval/interpreter.h"

#include <algorithm>
#include <array>

#include "schema/cel/eval/list.h"
#include "schema/cel/eval/operations.h"
#include "schema/cel/eval/overflow.h"

namespace structural::cel::eval {
namespace {

// Maximum number of arguments of a function.
constexpr std::size_t kMaxArguments = 8;

}  // namespace

Outcome Interpreter::Run() {
  context_.Start(plan_.minor);
  Value value = Exec(*plan_.root);
  if (context_.stopped()) value = Value::Error(context_.why_stopped());
  if (context_.exhausted()) cost_ = std::max(cost_, options_.cost_limit + 1);
  return {value, cost_, interrupted_ && value.is_error()};
}

Value Interpreter::StopAtLimit() {
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

// Evaluates || or &&. An operand that is true decides ||; an operand that is false decides &&. If no operand decides,
// and one is not a bool, the result is the error of the first such operand.
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

// kMax is the maximum number of arguments, and determines the size of the stack frame. Calls with few arguments are the
// most frequent ones, and need only a small frame.
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
    if (call.stops_at_first_error) break;
  }
  if (context_.stopped()) return result;
  if (!result.is_error()) result = RunCall(call, {values.data(), node.arguments.size()}, context_);
  if (context_.stopped()) return result;
  if (!stack_.DropArguments(node.arguments, values.data())) return Observe(result, node.id);
  const Arguments arguments(values.data(), node.arguments.size());
  const std::uint64_t cost = CostOfCall(call, arguments, result, context_);
  return context_.stopped() ? result : Observe(result, node.id, cost);
}

// Whether `value` is allowed for the element or entry at `index`. The value of an element that is written as ?e must be
// an optional. If the value is not allowed, sets `error`.
bool Interpreter::IsAllowedElement(const Node& node, std::size_t index, const Value& value, Value& error) {
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
    if (value.is_error() || !IsAllowedElement(node, values.size(), value, result)) break;
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
    if (!IsAllowedElement(node, values.size() / 2 - 1, value, result)) {
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

// Evaluates `in` with a list of constants. The value of the left operand stays on the stack of the cost tracker,
// because cel-go does not treat this node as a call.
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

namespace {

// The following part of Interpreter resolves attributes.
//
// Upstream: cel-go interpreter/attributes.go (v0.29.2).

// An index of a list, or an error.
struct Index {
  std::optional<std::int64_t> value;
  Value error;
};

Index IndexOf(const Value& key, Context& context) {
  std::optional<std::int64_t> index;
  switch (key.kind()) {
    case Kind::kInt: return {key.integer(), {}};
    case Kind::kDouble: index = ExactInt(key.real()); break;
    case Kind::kUint: index = ExactInt(key.unsigned_integer()); break;
    default: return {{}, context.Fail({"unsupported index type '", PrintType(RuntimeType(key)), "' in list"})};
  }
  if (index) return {index, {}};
  return {{}, context.Fail({"unsupported index value ", Print(key, context), " in list"})};
}

}  // namespace

bool IsQualifier(const Value& key) {
  switch (key.kind()) {
    case Kind::kString:
    case Kind::kInt:
    case Kind::kUint:
    case Kind::kBool:
    case Kind::kDouble: return true;
    default: return false;
  }
}

Value Interpreter::Resolve(const Attribute& attribute) {
  if (attribute.base == Attribute::Base::kConditional) return ResolveConditional(attribute);
  const Value base = BaseValue(attribute);
  if (base.is_error()) return base;
  const bool plain = attribute.first_qualifier == nullptr && !base.is(Kind::kOptional);
  return plain ? base : ApplyQualifiers(attribute, base);
}

Value Interpreter::BaseValue(const Attribute& attribute) {
  switch (attribute.base) {
    case Attribute::Base::kOperand: return Exec(*attribute.operand);
    case Attribute::Base::kLocal: return LocalValue(attribute);
    default: break;
  }
  if (attribute.slot < variables_.size() && variables_[attribute.slot]) {
    return *variables_[attribute.slot];
  }
  return context_.Fail({"no such attribute(s): ", attribute.name});
}

Value Interpreter::LocalValue(const Attribute& attribute) {
  LoopState& loop = loops_[attribute.slot];
  switch (attribute.loop_variable) {
    case LoopVariable::kAccumulator: return AccumulatorValue(loop);
    case LoopVariable::kFirst: return loop.first_variable;
    case LoopVariable::kSecond: return loop.second_variable;
  }
  return {};
}

Value Interpreter::ResolveConditional(const Attribute& attribute) {
  const Value condition = Exec(*attribute.operand);
  if (condition.is_true()) return Resolve(*attribute.truthy);
  if (condition.is_false()) return Resolve(*attribute.falsy);
  return ErrorOrNoSuchOverload(condition);
}

Value Interpreter::ApplyQualifiers(const Attribute& attribute, const Value& base) {
  bool optional = base.is(Kind::kOptional);
  if (optional && !base.has_value()) return base;
  Value value = optional ? base.value() : base;
  for (const QualifierLink* link = attribute.first_qualifier; link != nullptr; link = link->next) {
    optional = optional || link->qualifier->optional;
    const LookupResult found = ApplyQualifier(*link->qualifier, value, optional);
    if (context_.stopped()) return Value::Error(context_.why_stopped());
    if (found.failed) return found.value;
    if (!found.present) return Value::EmptyOptional();
    value = found.value;
  }
  return optional ? context_.Optional(value) : value;
}

// Looks up a field, key or index in `value`, and adds the cost of the lookup. If `if_present` is true and `value` does
// not have it, the result is not an error, and the lookup costs nothing.
Interpreter::LookupResult Interpreter::ApplyQualifier(const Qualifier& qualifier, const Value& value, bool if_present) {
  LookupResult found;
  if (qualifier.kind == Qualifier::Kind::kConstant) {
    found = FindByKey(value, qualifier.constant, if_present || qualifier.test_only);
    const bool tested = qualifier.test_only && !if_present && !found.failed;
    if (tested) found = {Value::Bool(found.present)};
  } else {
    const Value key = Resolve(*qualifier.attribute);
    if (key.is_error()) {
      found = FailedLookup(key);
    } else if (!IsQualifier(key)) {
      found = FailedLookup(context_.Fail({"invalid qualifier type: ", GoType(key)}));
    } else {
      found = FindByKey(value, key, if_present);
    }
  }
  if (context_.stopped() || (if_present && !found.present)) return found;
  if (qualifier.kind == Qualifier::Kind::kComputed) stack_.Drop(qualifier.id);
  Observe(found.value, qualifier.id, 1);
  return found;
}

Interpreter::LookupResult Interpreter::FindByKey(const Value& value, const Value& key, bool if_present) {
  if (value.is(Kind::kMap)) {
    const auto found = MapFind(value, key, context_);
    if (found) return found->is_error() ? FailedLookup(*found) : LookupResult{*found};
  } else if (value.is(Kind::kList)) {
    return FindInListByIndex(value, key, if_present);
  } else if (value.is_error()) {
    return FailedLookup(value);
  }
  if (if_present) return {{}, false};
  return NoSuchKey(key);
}

Interpreter::LookupResult Interpreter::FindInListByIndex(const Value& list, const Value& key, bool if_present) {
  const Index index = IndexOf(key, context_);
  if (!index.value) return FailedLookup(index.error);
  if (*index.value >= 0 && *index.value < ListSize(list)) {
    if (list.form() == Form::kHost && !key.is(Kind::kInt)) {
      return {context_.Fail({"unsupported index: ", Print(key, context_)})};
    }
    return {ListGet(list, *index.value, context_)};
  }
  if (if_present) return {{}, false};
  return FailedLookup(context_.Fail({"index out of bounds: ", Print(key, context_)}));
}

Interpreter::LookupResult Interpreter::NoSuchKey(const Value& key) const {
  return FailedLookup(context_.Fail({"no such key: ", Print(key, context_)}));
}

// The following part of Interpreter runs loops.
//
// Upstream: cel-go interpreter/interpretable.go evalFold, folder (v0.29.2).

Value Interpreter::ExecFold(const Node& node) {
  const FoldPlan& fold = *node.fold;
  LoopState& loop = loops_[fold.slot];
  loop = {};
  loop.plan = &fold;
  const Value range = Exec(*fold.range);
  if (context_.stopped()) return range;
  Value result = range;
  if (range.is(Kind::kList)) {
    result = RunLoopOverList(loop, range);
  } else if (range.is(Kind::kMap)) {
    result = RunLoopOverMap(loop, range);
  } else if (!range.is_error() && fold.two_variables) {
    result = context_.Fail({"unsupported comprehension range type: ", GoType(range)});
  } else if (!range.is_error()) {
    result = context_.Fail({"got '", GoType(range), "', expected iterable type"});
  }
  if (context_.stopped()) return result;
  stack_.Drop(fold.range->id);
  return Observe(result, node.id);
}

Value Interpreter::RunLoopOverList(LoopState& loop, const Value& list) {
  const bool two = loop.plan->two_variables;
  std::int64_t index = 0;
  ListIterator all(list, context_);
  for (Value element; all.Next(element);) {
    (two ? loop.second_variable : loop.first_variable) = element;
    if (two) loop.first_variable = Value::Int(index++);
    if (!RunStep(loop)) break;
  }
  return LoopResult(loop);
}

Value Interpreter::RunLoopOverMap(LoopState& loop, const Value& map) {
  const std::int64_t size = MapSize(map);
  for (std::int64_t i = 0; i < size; ++i) {
    loop.first_variable = MapKey(map, i, context_);
    if (loop.plan->two_variables) {
      loop.second_variable = MapFind(map, loop.first_variable, context_).value_or(Value());
    }
    if (!RunStep(loop)) break;
  }
  return LoopResult(loop);
}

// Runs one step of a loop. Returns false if the loop ends.
bool Interpreter::RunStep(LoopState& loop) {
  const Value condition = Exec(*loop.plan->condition);
  if (interrupted_ || context_.stopped() || condition.is_false()) return false;
  loop.accumulator = Exec(*loop.plan->step);
  loop.initialized = true;
  if (context_.stopped()) return false;
  const bool look = ++loop_steps_ % kCheckFrequency == 0 && options_.cancelled != nullptr;
  if (look && options_.cancelled->load(std::memory_order_relaxed)) interrupted_ = true;
  return !interrupted_;
}

Value Interpreter::LoopResult(LoopState& loop) {
  if (context_.stopped()) return Value::Error(context_.why_stopped());
  if (interrupted_) return Value::Error("operation interrupted");
  const Value result = Exec(*loop.plan->result);
  if (result.form() != Form::kMutable || !loop.mutable_value) return result;
  if (result.is(Kind::kMap)) return Value::Map(result.map());
  const ListBuilder& list = result.mutable_list();
  return Value::List(std::span<const Value>(list.elements, list.size));
}

// Returns the value of the loop's accumulator. Computes the initial value on the first call. If the initial value is an
// empty list or map, the loop adds elements to it in place, instead of copying it in each step.
Value Interpreter::AccumulatorValue(LoopState& loop) {
  if (loop.initialized) return loop.accumulator;
  loop.initialized = true;
  Value first = Exec(*loop.plan->initial_accumulator);
  if (first.is(Kind::kList) && ListSize(first) == 0) {
    first = Value::List(*context_.arena().New<ListBuilder>());
    loop.mutable_value = true;
  } else if (first.is(Kind::kMap) && MapSize(first) == 0) {
    first = Value::MutableMap(*context_.arena().New<MapNode>());
    loop.mutable_value = true;
  }
  loop.accumulator = first;
  return first;
}

}  // namespace structural::cel::eval
