// Upstream: apiserver/pkg/cel/library/lists.go, cost.go traversalCost (v0.37.2).
#include <optional>
#include <vector>

#include "schema/cel/eval/list.h"
#include "schema/cel/eval/map.h"
#include "schema/cel/eval/operations.h"
#include "schema/cel/eval/standard.h"
#include "schema/cel/library/costs.h"
#include "schema/cel/library/library.h"

namespace structural::cel::library {
namespace {

using eval::Kind;

// Whether the result of Compare is `number`; false for an error.
bool Compares(const Value& a, const Value& b, std::int64_t number, Context& context) {
  const Value compared = eval::Compare(a, b, context);
  return compared.is(Kind::kInt) && compared.integer() == number;
}

Value IsSorted(Arguments arguments, Context& context) {
  std::optional<Value> previous;
  eval::ListIterator elements(arguments[0], context);
  for (Value element; elements.Next(element); previous = element) {
    if (!eval::IsComparable(element)) return eval::ErrorOrNoSuchOverload(element);
    if (previous && Compares(*previous, element, 1, context)) return Value::Bool(false);
  }
  return Value::Bool(true);
}

// Returns the smallest element if `number` is 1, the greatest if it is -1: an element replaces the best one so far if
// Compare(best, element) is `number`. Of equal elements, returns the first.
Value MinOrMax(const Value& list, std::int64_t number, std::string_view name, Context& context) {
  std::optional<Value> best;
  eval::ListIterator elements(list, context);
  for (Value element; elements.Next(element);) {
    if (!eval::IsComparable(element)) return eval::ErrorOrNoSuchOverload(element);
    if (!best || Compares(*best, element, number, context)) best = element;
  }
  return best ? *best : context.Fail({name, " called on empty list"});
}

Value Min(Arguments arguments, Context& context) { return MinOrMax(arguments[0], 1, "min", context); }

Value Max(Arguments arguments, Context& context) { return MinOrMax(arguments[0], -1, "max", context); }

Value SumFrom(Value sum, const Value& list, Context& context) {
  eval::ListIterator elements(list, context);
  for (Value element; elements.Next(element);) {
    const Value both[] = {sum, element};
    if (element.is_error()) return element;
    sum = eval::standard::Add(both, context);
    if (sum.is_error()) return sum;
  }
  return sum;
}

Value SumOfInts(Arguments arguments, Context& context) { return SumFrom(Value::Int(0), arguments[0], context); }

Value SumOfUints(Arguments arguments, Context& context) { return SumFrom(Value::Uint(0), arguments[0], context); }

Value SumOfDoubles(Arguments arguments, Context& context) { return SumFrom(Value::Double(0), arguments[0], context); }

Value SumOfDurations(Arguments arguments, Context& context) {
  return SumFrom(Value::Duration(0), arguments[0], context);
}

Value IndexOfElement(Arguments arguments, Context& context) {
  std::int64_t index = 0;
  eval::ListIterator elements(arguments[0], context);
  for (Value element; elements.Next(element); ++index) {
    if (eval::EqualAsType(element, arguments[1], context).is_true()) return Value::Int(index);
  }
  return Value::Int(-1);
}

Value LastIndexOfElement(Arguments arguments, Context& context) {
  const std::vector<Value> elements = eval::ListElements(arguments[0], context);
  for (std::size_t i = elements.size(); i > 0; --i) {
    if (!eval::EqualAsType(elements[i - 1], arguments[1], context).is_true()) continue;
    return Value::Int(static_cast<std::int64_t>(i) - 1);
  }
  return Value::Int(-1);
}

Value Includes(Arguments arguments, Context& context) {
  if (!arguments[0].is(Kind::kList)) {
    return Value::Bool(eval::EqualAsType(arguments[0], arguments[1], context).is_true());
  }
  return Value::Bool(IndexOfElement(arguments, context).integer() >= 0);
}

std::uint64_t TraversalOf(const Value& value, Context& context) {
  std::uint64_t cost = 0;
  if (!context.CountNestedStep()) return cost;
  if (value.is_string() || value.is(Kind::kBytes)) {
    return ToUint64(static_cast<double>(value.text().size()) * 0.1);
  }
  if (value.is(Kind::kList)) {
    eval::ListIterator elements(value, context);
    for (Value element; elements.Next(element);) cost += TraversalOf(element, context);
    return cost;
  }
  if (!value.is(Kind::kMap)) return 1;
  const std::int64_t size = eval::MapSize(value);
  for (std::int64_t i = 0; i < size; ++i) {
    const Value key = eval::MapKey(value, i, context);
    const Value held = eval::MapFind(value, key, context).value_or(Value::Error(""));
    cost += TraversalOf(key, context) + TraversalOf(held, context);
  }
  return cost;
}

CallCost CostOfTraversal(std::string_view, Arguments arguments, const Value&, Context& context) {
  return TraversalOf(arguments[0], context);
}

constexpr eval::Implementation kKubernetesListRows[] = {
    {.overload = "list_int_is_sorted_bool", .run = IsSorted},
    {.overload = "list_uint_is_sorted_bool", .run = IsSorted},
    {.overload = "list_double_is_sorted_bool", .run = IsSorted},
    {.overload = "list_bool_is_sorted_bool", .run = IsSorted},
    {.overload = "list_duration_is_sorted_bool", .run = IsSorted},
    {.overload = "list_timestamp_is_sorted_bool", .run = IsSorted},
    {.overload = "list_string_is_sorted_bool", .run = IsSorted},
    {.overload = "list_bytes_is_sorted_bool", .run = IsSorted},
    {.overload = "list_int_sum_int", .run = SumOfInts},
    {.overload = "list_uint_sum_uint", .run = SumOfUints},
    {.overload = "list_double_sum_double", .run = SumOfDoubles},
    {.overload = "list_duration_sum_duration", .run = SumOfDurations},
    {.overload = "list_int_min_int", .run = Min},
    {.overload = "list_uint_min_uint", .run = Min},
    {.overload = "list_double_min_double", .run = Min},
    {.overload = "list_bool_min_bool", .run = Min},
    {.overload = "list_duration_min_duration", .run = Min},
    {.overload = "list_timestamp_min_timestamp", .run = Min},
    {.overload = "list_string_min_string", .run = Min},
    {.overload = "list_bytes_min_bytes", .run = Min},
    {.overload = "list_int_max_int", .run = Max},
    {.overload = "list_uint_max_uint", .run = Max},
    {.overload = "list_double_max_double", .run = Max},
    {.overload = "list_bool_max_bool", .run = Max},
    {.overload = "list_duration_max_duration", .run = Max},
    {.overload = "list_timestamp_max_timestamp", .run = Max},
    {.overload = "list_string_max_string", .run = Max},
    {.overload = "list_bytes_max_bytes", .run = Max},
    {.overload = "list_a_index_of_int", .run = IndexOfElement},
    {.overload = "list_a_last_index_of_int", .run = LastIndexOfElement},
    {.overload = "list_includes_dyn_dyn", .run = Includes},
};

constexpr eval::FunctionCost kKubernetesListCosts[] = {
    {"isSorted", CostOfTraversal}, {"sum", CostOfTraversal},     {"max", CostOfTraversal},
    {"min", CostOfTraversal},      {"indexOf", CostOfTraversal}, {"lastIndexOf", CostOfTraversal},
    {"includes", CostOfTraversal},
};

}  // namespace

const eval::Library kKubernetesLists = {kKubernetesListRows, kKubernetesListCosts};

}  // namespace structural::cel::library
