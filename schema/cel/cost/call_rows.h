// Tables of functions and what is estimated of their calls.
#pragma once

#include <algorithm>
#include <optional>

#include "schema/cel/cost/calls.h"
#include "schema/cel/cost/estimate.h"
#include "schema/cel/cost/history.h"

namespace structural::cel::cost {

using Estimate = std::optional<CallEstimate>;

inline constexpr Range kOne = Fixed(1);

struct CallRow {
  std::string_view function;
  Estimate (*estimate)(const CallSite& call);
  int since = 0;  // the minor of the first release
};

// Precondition: the rows are sorted by function. nullopt where none is of the function.
inline Estimate FromTable(std::span<const CallRow> rows, const CallSite& call) {
  const auto row = std::ranges::lower_bound(rows, call.function, {}, &CallRow::function);
  if (row == rows.end() || row->function != call.function || row->since > call.minor)
    return std::nullopt;
  return row->estimate(call);
}

// extensions.cc: of cel-go's extensions, which come before Kubernetes' own.
Estimate EstimateExtension(const CallSite& call);

inline Range SizeOf(const Operand& operand, const Sizes& sizes) {
  if (operand.size) return *operand.size;
  const auto path = operand.path.names();
  const auto most = path.empty() ? std::nullopt : sizes.Most(path);
  return most ? Range{0, *most} : kUnknown;
}

inline Range TargetSize(const CallSite& call) { return SizeOf(*call.target, call.sizes); }
inline Range ArgumentSize(const CallSite& call, std::size_t index = 0) {
  return SizeOf(call.arguments[index], call.sizes);
}

inline const std::int64_t* LiteralInt(const CallSite& call, std::size_t index) {
  const auto* constant = std::get_if<Constant>(&call.arguments[index].expr->node);
  return constant == nullptr ? nullptr : std::get_if<std::int64_t>(constant);
}

}  // namespace structural::cel::cost
