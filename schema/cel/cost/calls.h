// Costs of functions that do more than cel-go's own estimate says: those of its extensions and of
// Kubernetes.
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

// What is known of the target or an argument of a call. A value.
struct Operand {
  const Expr* expr = nullptr;
  const Type* type = nullptr;
  Path path = {};  // empty where it is not reached from a variable
  std::optional<Range> size = {};
};

// A call of one overload. Views.
struct CallSite {
  std::string_view function;
  std::string_view overload;
  const Operand* target;  // null where there is none
  std::span<const Operand> arguments;
  const Sizes& sizes;
  int minor;  // of the release
};

struct CallEstimate {
  Range cost;  // without that of the arguments
  std::optional<Range> size = {};  // of the result
};

// nullopt where nothing particular is known of the function.
std::optional<CallEstimate> EstimateCall(const CallSite& call);

}  // namespace structural::cel::cost
