// Upstream: cel-go ext/sets.go (v0.29.2).
#include "schema/cel/eval/list.h"
#include "schema/cel/eval/operations.h"
#include "schema/cel/library/library.h"
#include "schema/cel/library/lists.h"

namespace structural::cel::library {
namespace {

std::uint64_t PairsOf(Arguments arguments) { return eval::ActualSize(arguments[0]) * eval::ActualSize(arguments[1]); }

// Returns true if the list contains all elements of the other one. Otherwise returns the result for the first element
// that it does not contain.
Value ContainsAll(const Value& list, const Value& others, Context& context) {
  eval::ListIterator elements(others, context);
  for (Value element; elements.Next(element);) {
    const Value contains = eval::ListContains(list, element, context);
    if (!contains.is_true()) return contains;
  }
  return Value::Bool(true);
}

Value SetContains(Arguments arguments, Context& context) {
  if (PairsOf(arguments) > kMaxCost) return Value::Error(kTooExpensive);
  return ContainsAll(arguments[0], arguments[1], context);
}

Value SetEquivalent(Arguments arguments, Context& context) {
  const Value contains = SetContains(arguments, context);
  return contains.is_true() ? ContainsAll(arguments[1], arguments[0], context) : contains;
}

Value SetIntersects(Arguments arguments, Context& context) {
  if (PairsOf(arguments) > kMaxCost) return Value::Error(kTooExpensive);
  eval::ListIterator elements(arguments[0], context);
  for (Value element; elements.Next(element);) {
    if (eval::ListContains(arguments[1], element, context).is_true()) return Value::Bool(true);
  }
  return Value::Bool(false);
}

template <int kFactor>
CallCost CostOfPairs(std::string_view, Arguments arguments, const Value&, Context&) {
  return SaturatingAdd(1, ToUint64(static_cast<double>(PairsOf(arguments)) * kFactor));
}

constexpr eval::Implementation kSetRows[] = {
    {.overload = "list_sets_contains_list", .run = SetContains, .cost = CostOfPairs<1>},
    {.overload = "list_sets_equivalent_list", .run = SetEquivalent, .cost = CostOfPairs<2>},
    {.overload = "list_sets_intersects_list", .run = SetIntersects, .cost = CostOfPairs<1>},
};

}  // namespace

const eval::Library kSets = {kSetRows};

}  // namespace structural::cel::library
