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
// A Path shares memory with its copies, like a slice in Go. Append can therefore overwrite a name that was appended to
// another copy. Kubernetes' estimates depend on this: the index `i` of a list in `all(i, v, …)` can get the size of the
// list's elements.
//
// Upstream: cel-go checker/cost.go (v0.29.2), append in pushIterKey and pushIterValue.
//
// A value type; the names are in an Arena.
class Path {
 public:
  Path() = default;

  // Returns the path of a variable: only the variable's name. The path has the capacity 1.
  static Path Of(std::string_view variable, base::Arena& arena) { return Path().Append(variable, arena); }

  // Returns this path with one more name. If the capacity is used up, it doubles, as in Go for up to 256 names.
  Path Append(std::string_view name, base::Arena& arena) const;

  std::span<const std::string_view> names() const { return {names_, size_}; }

 private:
  std::string_view* names_ = nullptr;
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
};

class Sizes;

// The known properties of a call's target or argument. A value type.
struct Operand {
  const Expr* expr = nullptr;
  const Type* type = nullptr;
  Path path = {};  // empty if the operand is not a path from a variable
  std::optional<Range> size = {};
};

// A call of one overload. Everything that the members point to must outlive the CallSite.
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

// Returns the estimate of cel-go's extensions or of Kubernetes for a call. Returns nullopt if neither has an estimate
// for the function.
std::optional<CallEstimate> EstimateCall(const CallSite& call);

// Differences between the estimates of releases. Each constant is the minor version of the first release whose
// estimates have the property in the comment.

inline constexpr int kSinceResultSizes = 26;     // estimates the sizes of functions' results
inline constexpr int kSinceHasOperandCost = 28;  // has(a.b) includes the cost of `a`
inline constexpr int kSinceRuneSizes = 28;       // sizes of texts in expressions are code points, not bytes
inline constexpr int kSinceFreeHas = 29;         // has() adds no cost to that of its operand
inline constexpr int kSinceLoopSizes = 30;       // estimates the sizes of lists that macros make
inline constexpr int kSinceQuantityCosts = 30;   // quantity() and isQuantity() have estimates
inline constexpr int kSinceFixedSizes = 32;      // == has estimates for addresses, quantities and URLs
inline constexpr int kSinceValueSizes = 33;      // tracks the sizes of values in variables, dyn(), lists and maps
inline constexpr int kSinceGlobalMatches = 37;   // matches(a, b) has the same cost as a.matches(b)
inline constexpr int kSinceUrlPartSizes = 38;    // estimates the sizes of getHost() and other parts of URLs

}  // namespace structural::cel::cost
