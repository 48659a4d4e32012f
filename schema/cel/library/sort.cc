#include "schema/go/sort.h"

#include <numeric>
#include <string>
#include <vector>

#include "schema/cel/eval/list.h"
#include "schema/cel/eval/operations.h"
#include "schema/cel/eval/standard.h"
#include "schema/cel/library/lists.h"

namespace structural::cel::library {
namespace {

using eval::Kind;

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

}  // namespace

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

}  // namespace structural::cel::library
