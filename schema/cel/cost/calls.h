// Cost estimates for functions that cel-go does not estimate itself: those of its extensions and of Kubernetes.
//
// Upstream: apiserver/pkg/cel/library/cost.go EstimateCallCost (v0.37.2, v0.38.0-alpha.2), cel-go ext/lists.go,
// ext/sets.go (v0.29.2).
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "schema/base/arena.h"
#include "schema/cel/cost/range.h"
#include "schema/cel/expr.h"
#include "schema/cel/type.h"

namespace structural::cel::cost {

// The path from a variable to a value: {self, spec, containers, @items}.
//
// A path is a slice as in Go: appending a name can write into memory that it shares with other paths, and overwrite
// names that were appended to them. Kubernetes' estimates depend on this: the index of a list in `all(i, v, …)` can get
// the size of its elements.
//
// Upstream: cel-go checker/cost.go (v0.29.2), append in pushIterKey and pushIterValue.
//
// A value type; the names are in an Arena.
class Path {
 public:
  Path() = default;

  // Returns a path of capacity 1.
  static Path Of(std::string_view variable, base::Arena& arena) { return Path().Append(variable, arena); }

  // Returns this path with one more name. The capacity doubles, like Go's up to 256 names.
  Path Append(std::string_view name, base::Arena& arena) const;

  std::span<const std::string_view> names() const { return {names_, size_}; }

 private:
  std::string_view* names_ = nullptr;
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
};

class Sizes;

// The known properties of the target or of an argument of a call. A value type.
struct Operand {
  const Expr* expr = nullptr;
  const Type* type = nullptr;
  Path path = {};  // empty if the operand is not a path from a variable
  std::optional<Range> size = {};
};

// A call of one overload. Refers to data that must outlive it.
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

// Differences between the estimates of releases. Each constant is the minor version of the first release that estimates
// its subject like the newest release.

inline constexpr int kSinceResultSizes = 26;   // sizes of results of functions
inline constexpr int kEstimatesPresence = 28;  // the operand before the field in has(a.b)
inline constexpr int kPresenceIsFree = 29;     // has() itself
inline constexpr int kSinceLoopSizes = 30;     // sizes of lists that macros make
inline constexpr int kQuantities = 30;
inline constexpr int kFixedSizes = 32;       // comparisons of addresses, quantities and URLs, as values of a fixed size
inline constexpr int kSinceValueSizes = 33;  // sizes of values through variables, dyn(), lists and maps
inline constexpr int kPlainMatches = 37;     // matches(a, b)
inline constexpr int kUrlParts = 38;         // sizes of the results of getHost() and the like

}  // namespace structural::cel::cost
