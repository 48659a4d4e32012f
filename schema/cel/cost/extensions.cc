// Upstream: cel-go ext/lists.go, ext/sets.go (v0.29.2).
#include "schema/cel/cost/call_rows.h"

namespace structural::cel::cost {
namespace {

// The cost of a function that makes a list, including the cost of a new list.
Estimate NewList(double factor, Range size) { return CallEstimate{size * factor + kOne + kListBase, size}; }

std::uint64_t NaturalLiteral(const CallSite& call, std::size_t index, std::uint64_t otherwise) {
  const std::int64_t* value = LiteralInt(call, index);
  if (value == nullptr) return otherwise;
  return *value < 0 ? 0 : static_cast<std::uint64_t>(*value);
}

Estimate Sets(const CallSite& call, double factor) {
  if (call.arguments.size() != 2) return std::nullopt;
  return CallEstimate{ArgumentSize(call, 0) * ArgumentSize(call, 1) * factor + kOne};
}

Estimate SetsOnce(const CallSite& call) { return Sets(call, 1); }
Estimate SetsTwice(const CallSite& call) { return Sets(call, 2); }

Estimate Slice(const CallSite& call) {
  if (call.target == nullptr || call.arguments.size() != 2) return std::nullopt;
  const std::uint64_t start = NaturalLiteral(call, 0, 0);
  return NewList(1, Fixed(NaturalLiteral(call, 1, TargetSize(call).max) - start));
}

Estimate Flatten(const CallSite& call) {
  if (call.target == nullptr || call.arguments.size() > 1) return std::nullopt;
  const std::uint64_t depth = call.arguments.empty() ? 1 : NaturalLiteral(call, 0, kMax);
  return NewList(static_cast<double>(depth), TargetSize(call));
}

Estimate ListsRange(const CallSite& call) {
  if (call.target != nullptr || call.arguments.size() != 1) return std::nullopt;
  return NewList(1, Fixed(NaturalLiteral(call, 0, kMax)));
}

Estimate Reverse(const CallSite& call) {
  if (call.target == nullptr || !call.arguments.empty()) return std::nullopt;
  return NewList(1, TargetSize(call));
}

Estimate Distinct(const CallSite& call) {
  if (call.target == nullptr || !call.arguments.empty()) return std::nullopt;
  const Range size = TargetSize(call);
  return NewList(2, size * size);
}

double SortFactor(const CallSite& call) {
  const bool text = call.overload.starts_with("list_string_") || call.overload.starts_with("list_bytes_");
  return text ? 2 + kStringFactor : 2;
}

Estimate Sort(const CallSite& call) {
  if (call.target == nullptr || !call.arguments.empty()) return std::nullopt;
  const Range size = TargetSize(call);
  return NewList(SortFactor(call), size * size);
}

Estimate SortBy(const CallSite& call) {
  if (call.target == nullptr || call.arguments.size() != 1) return std::nullopt;
  const Range size = ArgumentSize(call);
  return NewList(SortFactor(call), size * size);
}

// Sorted by name.
constexpr CallRow kExtensionRows[] = {
    {"@sortByAssociatedKeys", SortBy},
    {"distinct", Distinct},
    {"flatten", Flatten},
    {"lists.range", ListsRange},
    {"reverse", Reverse},
    {"sets.contains", SetsOnce},
    {"sets.equivalent", SetsTwice},
    {"sets.intersects", SetsOnce},
    {"slice", Slice},
    {"sort", Sort},
};

static_assert(std::ranges::is_sorted(kExtensionRows, {}, &CallRow::function));

}  // namespace

Estimate EstimateExtension(const CallSite& call) { return FromTable(kExtensionRows, call); }

}  // namespace structural::cel::cost
