// Upstream: cel-go ext/lists.go, as version 3 of the library (v0.29.2).
#include <numeric>
#include <string>
#include <vector>

#include "schema/cel/eval/list.h"
#include "schema/cel/eval/operations.h"
#include "schema/cel/eval/standard.h"
#include "schema/cel/library/costs.h"
#include "schema/cel/library/library.h"
#include "schema/go/sort.h"

namespace structural::cel::library {
namespace {

// Maximum cost of a call of a function that takes quadratic time. A more expensive call fails before it computes its
// result. The call's cost exceeds every limit, so the evaluation then ends as in cel-go.
constexpr std::uint64_t kMaxCost = 200'000'000;
constexpr std::string_view kTooExpensive = "the call is too expensive";

using eval::Kind;

constexpr std::int64_t kLongestRange = 1'000'000;  // maximum number of elements of lists.range, as in cel-go
// Maximum number of elements that flatten makes; more are an error. Go has no limit, and runs out of memory.
constexpr std::size_t kMaxElements = std::size_t{1} << 22;

Value Slice(Arguments arguments, Context& context) {
  const std::int64_t start = arguments[1].integer(), end = arguments[2].integer();
  const auto fail = [&](std::string_view why) {
    return context.Fail({"cannot slice(", std::to_string(start), ", ", std::to_string(end), "), ", why});
  };
  if (start < 0 || end < 0) return fail("negative indexes not supported");
  if (start > end) return fail("start index must be less than or equal to end index");
  const std::int64_t size = eval::ListSize(arguments[0]);
  if (size < end) return fail("list is length " + std::to_string(size));
  std::vector<Value> elements = eval::ListElements(arguments[0], context);
  if (context.stopped()) return Value::Error(context.why_stopped());
  return context.List(
      std::span(elements).subspan(static_cast<std::size_t>(start), static_cast<std::size_t>(end - start)));
}

// Returns the list with `depth` levels of nested lists flattened.
Value Flattened(const Value& list, std::int64_t depth, Context& context) {
  if (depth < 0) return Value::Error("level must be non-negative");
  std::vector<Value> elements;
  std::vector<eval::ListIterator> open;
  open.emplace_back(list, context);
  while (!open.empty()) {
    Value element;
    if (!open.back().Next(element)) {
      open.pop_back();
    } else if (element.is(Kind::kList) && static_cast<std::int64_t>(open.size()) <= depth) {
      open.emplace_back(element, context);
    } else {
      elements.push_back(element);
    }
    if (elements.size() > kMaxElements) return Value::Error(kTooExpensive);
  }
  return context.List(elements);
}

Value Flatten(Arguments arguments, Context& context) {
  const bool list = arguments[0].is(Kind::kList);
  if (arguments.size() == 1) {
    if (list) return Flattened(arguments[0], 1, context);
    return context.Fail({"no such overload: ", eval::PrintType(RuntimeType(arguments[0])), ".flatten()"});
  }
  if (list && arguments[1].is(Kind::kInt)) {
    return Flattened(arguments[0], arguments[1].integer(), context);
  }
  return context.Fail({"no such overload: ", eval::PrintType(RuntimeType(arguments[0])), ".flatten(",
                       eval::PrintType(RuntimeType(arguments[1])), ")"});
}

Value Range(Arguments arguments, Context& context) {
  const std::int64_t size = arguments[0].integer();
  if (size < 0) {
    return context.Fail({"lists.range: size must be non-negative, got ", std::to_string(size)});
  }
  if (size > kLongestRange) {
    return context.Fail(
        {"lists.range: size ", std::to_string(size), " exceeds maximum allowed (", std::to_string(kLongestRange), ")"});
  }
  std::vector<Value> numbers;
  for (std::int64_t i = 0; i < size; ++i) numbers.push_back(Value::Int(i));
  return context.List(numbers);
}

Value Reverse(Arguments arguments, Context& context) {
  std::vector<Value> elements = eval::ListElements(arguments[0], context);
  return context.List(std::vector<Value>(elements.rbegin(), elements.rend()));
}

// Returns the cost of comparing all elements of a list with each other: the square of the size, times 2, or times 2.1
// if the first element is a text.
std::uint64_t CostOfComparisons(const Value& list, Context& context) {
  const std::uint64_t size = eval::ActualSize(list);
  double factor = 2;
  if (size > 0) {
    const Value first = eval::ListGet(list, 0, context);
    if (first.is_string() || first.is(Kind::kBytes)) factor += 0.1;
  }
  const double pairs = static_cast<double>(SaturatingMultiply(size, size));
  return ToUint64(pairs * factor);
}

Value Distinct(Arguments arguments, Context& context) {
  if (eval::ListSize(arguments[0]) == 0) return arguments[0];
  if (CostOfComparisons(arguments[0], context) > kMaxCost) return Value::Error(kTooExpensive);
  std::vector<Value> unique;
  for (const Value& element : eval::ListElements(arguments[0], context)) {
    bool seen = false;
    for (std::size_t i = 0; i < unique.size() && !seen; ++i) {
      seen = eval::EqualAsType(element, unique[i], context).is_true();
    }
    if (!seen) unique.push_back(element);
  }
  return context.List(unique);
}

Value First(Arguments arguments, Context& context) {
  if (eval::ListSize(arguments[0]) == 0) return Value::EmptyOptional();
  return context.Optional(eval::ListGet(arguments[0], 0, context));
}

Value Last(Arguments arguments, Context& context) {
  const std::int64_t size = eval::ListSize(arguments[0]);
  if (size == 0) return Value::EmptyOptional();
  return context.Optional(eval::ListGet(arguments[0], size - 1, context));
}

// Upstream: cel-go cel/library.go optUnwrap.
Value Unwrap(Arguments arguments, Context& context) {
  std::vector<Value> values;
  eval::ListIterator optionals(arguments[0], context);
  for (Value optional; optionals.Next(optional);) {
    if (!optional.is(Kind::kOptional)) {
      return context.Fail({"value ", eval::Print(optional, context), " is not optional"});
    }
    if (optional.has_value()) values.push_back(optional.value());
  }
  return context.List(values);
}

std::uint64_t CostOfList(double units) { return SaturatingAdd(ToUint64(units), 11); }

// Stops the run with the message of a Go panic: cel-go's cost tracker panics if a value has an unexpected type.
CallCost StopForType(const Value& value, std::string_view expected, Context& context) {
  std::string why = "internal error: interface conversion: ref.Val is ";
  why.append(value.is_error() ? "*types.Err" : eval::GoType(value)).append(expected);
  context.Stop(context.arena().Copy(std::string_view(why)));
  return 0;
}

// Stops the run because `value` is not a list. Go's message names the first method of a list that the value's type does
// not have.
CallCost StopForList(const Value& value, Context& context) {
  const bool has_add = eval::IsComparable(value) && !value.is(Kind::kBool);
  std::string why = "internal error: interface conversion: ";
  why += value.is_error() ? "*types.Err" : eval::GoType(value);
  why.append(" is not traits.Lister: missing method ").append(has_add ? "Contains" : "Add");
  context.Stop(context.arena().Copy(std::string_view(why)));
  return 0;
}

CallCost CostOfResult(std::string_view, Arguments, const Value& result, Context&) {
  return CostOfList(static_cast<double>(eval::ActualSize(result)));
}

CallCost CostOfFlatten(std::string_view, Arguments arguments, const Value&, Context& context) {
  double depth = 1;
  if (arguments.size() == 2) {
    if (!arguments[1].is(Kind::kInt)) return StopForType(arguments[1], ", not types.Int", context);
    depth = static_cast<double>(arguments[1].integer());
  }
  return CostOfList(static_cast<double>(eval::ActualSize(arguments[0])) * (depth < 0 ? 1 : depth));
}

template <std::size_t kKeys>
CallCost CostOfSort(std::string_view, Arguments arguments, const Value&, Context& context) {
  const Value& list = arguments[kKeys];
  if (!list.is(Kind::kList)) return StopForList(list, context);
  return SaturatingAdd(CostOfComparisons(list, context), 11);
}

// Upstream: cel-go ext/lists.go sortListByAssociatedKeys.
Value SortedBy(const Value& list, const Value& key_list, Context& context) {
  const std::int64_t size = eval::ListSize(list), keys_size = eval::ListSize(key_list);
  if (size != keys_size) {
    return context.Fail(
        {"@sortByAssociatedKeys() expected a list of the same size as the associated keys list, "
         "but got ",
         std::to_string(size), " and ", std::to_string(keys_size), " elements respectively"});
  }
  if (size == 0) return list;
  const std::vector<Value> elements = eval::ListElements(list, context), keys = eval::ListElements(key_list, context);
  if (context.stopped()) return Value::Error(context.why_stopped());
  if (!eval::IsComparable(keys[0])) return Value::Error("list elements must be comparable");
  const Kind kind = keys[0].kind();
  bool mixed = false;
  std::vector<std::uint32_t> order(elements.size());
  std::iota(order.begin(), order.end(), 0U);
  const auto less = [&](std::uint32_t a, std::uint32_t b) {
    if (!keys[a].is(kind) || !keys[b].is(kind)) {
      mixed = true;
      return false;
    }
    const Value compared = eval::Compare(keys[a], keys[b], context);
    return compared.is(Kind::kInt) && compared.integer() == -1;
  };
  go::Sorter(order, less).Run();
  if (mixed) return Value::Error("list elements must have the same type");
  std::vector<Value> sorted;
  for (const std::uint32_t index : order) sorted.push_back(elements[index]);
  return context.List(sorted);
}

Value SortList(Arguments arguments, Context& context) {
  if (!arguments[0].is(Kind::kList)) {
    return eval::standard::WithoutTrait(arguments[0], "sort", context);
  }
  return SortedBy(arguments[0], arguments[0], context);
}

Value SortByKeys(Arguments arguments, Context& context) {
  if (!arguments[0].is(Kind::kList)) {
    return eval::standard::WithoutTrait(arguments[0], "@sortByAssociatedKeys", context);
  }
  if (!arguments[1].is(Kind::kList)) return eval::ErrorOrNoSuchOverload(arguments[1]);
  return SortedBy(arguments[0], arguments[1], context);
}

constexpr eval::Implementation kListRows[] = {
    {.overload = "list_slice", .run = Slice, .cost = CostOfResult},
    {.overload = "list_flatten", .run = Flatten, .checks_types = false, .cost = CostOfFlatten},
    {.overload = "list_flatten_int", .run = Flatten, .checks_types = false, .cost = CostOfFlatten},
    {.overload = "lists_range", .run = Range, .cost = CostOfResult},
    {.overload = "list_reverse", .run = Reverse, .cost = CostOfResult},
    {.overload = "list_distinct", .run = Distinct, .cost = CostOfSort<0>},
    {.overload = "list_first", .run = First},
    {.overload = "list_last", .run = Last},
    {.overload = "optional_unwrap", .run = Unwrap},
    {.overload = "optional_unwrapOpt", .run = Unwrap},
    {.overload = "sort", .run = SortList, .checks_types = false, .cost = CostOfSort<0>},
    {.overload = "@sortByAssociatedKeys", .run = SortByKeys, .checks_types = false, .cost = CostOfSort<1>},
};

}  // namespace

const eval::Library kLists = {kListRows};

namespace {

// Upstream: cel-go ext/sets.go (v0.29.2).

std::uint64_t PairsOf(Arguments arguments) { return eval::ActualSize(arguments[0]) * eval::ActualSize(arguments[1]); }

// Returns true if `list` contains all elements of `others`. Otherwise returns the result of ListContains for the first
// missing element: false or an error.
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
