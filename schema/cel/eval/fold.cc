// Runs loops.
//
// Upstream: cel-go interpreter/interpretable.go evalFold, folder (v0.29.2).
#include "schema/cel/eval/interpreter.h"
#include "schema/cel/eval/list.h"
#include "schema/cel/eval/operations.h"

namespace structural::cel::eval {

Value Interpreter::ExecFold(const Node& node) {
  const FoldPlan& fold = *node.fold;
  LoopState& loop = loops_[fold.slot];
  loop = {};
  loop.plan = &fold;
  const Value range = Exec(*fold.range);
  if (context_.stopped()) return range;
  Value result = range;
  if (range.is(Kind::kList)) {
    result = FoldList(loop, range);
  } else if (range.is(Kind::kMap)) {
    result = FoldMap(loop, range);
  } else if (!range.is_error() && fold.two_variables) {
    result = context_.Fail({"unsupported comprehension range type: ", GoType(range)});
  } else if (!range.is_error()) {
    result = context_.Fail({"got '", GoType(range), "', expected iterable type"});
  }
  if (context_.stopped()) return result;
  stack_.Drop(fold.range->id);
  return Observe(result, node.id);
}

Value Interpreter::FoldList(LoopState& loop, const Value& list) {
  const bool two = loop.plan->two_variables;
  std::int64_t index = 0;
  ListIterator all(list, context_);
  for (Value element; all.Next(element);) {
    (two ? loop.second : loop.first) = element;
    if (two) loop.first = Value::Int(index++);
    if (!Step(loop)) break;
  }
  return FoldResult(loop);
}

Value Interpreter::FoldMap(LoopState& loop, const Value& map) {
  const std::int64_t size = MapSize(map);
  for (std::int64_t i = 0; i < size; ++i) {
    loop.first = MapKey(map, i, context_);
    if (loop.plan->two_variables) {
      loop.second = MapFind(map, loop.first, context_).value_or(Value());
    }
    if (!Step(loop)) break;
  }
  return FoldResult(loop);
}

// Runs one step. Returns false after the last one.
bool Interpreter::Step(LoopState& loop) {
  const Value condition = Exec(*loop.plan->condition);
  if (interrupted_ || context_.stopped() || condition.is_false()) return false;
  loop.accumulator = Exec(*loop.plan->step);
  loop.initialized = true;
  if (context_.stopped()) return false;
  const bool look = ++steps_ % kCheckFrequency == 0 && options_.cancelled != nullptr;
  if (look && options_.cancelled->load(std::memory_order_relaxed)) interrupted_ = true;
  return !interrupted_;
}

Value Interpreter::FoldResult(LoopState& loop) {
  if (context_.stopped()) return Value::Error(context_.why_stopped());
  if (interrupted_) return Value::Error("operation interrupted");
  const Value result = Exec(*loop.plan->result);
  if (result.form() != Form::kMutable || !loop.mutable_value) return result;
  if (result.is(Kind::kMap)) return Value::Map(result.map());
  const ListBuilder& list = result.mutable_list();
  return Value::List(std::span<const Value>(list.elements, list.size));
}

// The initial value is computed on first use. An empty list or map becomes one that grows in place.
Value Interpreter::Accumulator(LoopState& loop) {
  if (loop.initialized) return loop.accumulator;
  loop.initialized = true;
  Value first = Exec(*loop.plan->accumulator);
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
