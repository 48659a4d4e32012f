// Cost estimates for functions that cel-go does not estimate itself: those of its extensions and of Kubernetes.
//
// Upstream: apiserver/pkg/cel/library/cost.go EstimateCallCost (0.37), cel-go ext/lists.go,
// ext/sets.go (v0.29.2).
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "schema/cel/cost/path.h"
#include "schema/cel/cost/range.h"
#include "schema/cel/expr.h"
#include "schema/cel/type.h"

namespace structural::cel::cost {

class Sizes;

// The known properties of the target or of an argument of a call. A value type.
struct Operand {
  const Expr* expr = nullptr;
  const Type* type = nullptr;
  Path path = {};  // empty if the operand is not a path from a variable
  std::optional<Range> size = {};
};

// A call of one overload. A view.
struct CallSite {
  std::string_view function;
  std::string_view overload;
  const Operand* target;  // null if the call has no target
  std::span<const Operand> arguments;
  const Sizes& sizes;
  int minor;  // the minor version of Kubernetes: 1.minor
};

struct CallEstimate {
  Range cost;                      // the cost of the call without its arguments
  std::optional<Range> size = {};  // the size of the result
};

// Returns nullopt for functions without a specific estimate.
std::optional<CallEstimate> EstimateCall(const CallSite& call);

}  // namespace structural::cel::cost
