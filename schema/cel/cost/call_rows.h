// Tables of functions with their cost estimates.
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
  int since = 0;  // the minor version of the first release that has this estimate; 0: all releases
};

// Returns the estimate of the function's row, or nullopt if the table has no row for it. Precondition: the rows are
// sorted by function.
inline Estimate FromTable(std::span<const CallRow> rows, const CallSite& call) {
  const auto row = std::ranges::lower_bound(rows, call.function, {}, &CallRow::function);
  if (row == rows.end() || row->function != call.function || row->since > call.minor) return std::nullopt;
  return row->estimate(call);
}

// Estimates a call of cel-go's extensions, which take precedence over Kubernetes' libraries. See extensions.cc.
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
