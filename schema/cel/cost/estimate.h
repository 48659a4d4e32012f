// Estimates the cost of an expression before it runs.
//
// Upstream: cel-go checker/cost.go (v0.29.2), with apiserver/pkg/cel/library/cost.go (0.37) as its
// CostEstimator, and has() free.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "schema/base/arena.h"
#include "schema/cel/check.h"
#include "schema/cel/cost/range.h"
#include "schema/cel/expr.h"

namespace structural::cel::cost {

// Provides the maximum sizes of values. The implementation defines the thread-safety.
class Sizes {
 public:
  // Returns the maximum size of the value at `path`, in elements, entries, characters or bytes; nullopt if it is
  // unknown. The path begins with a variable, followed by field names, @items, @keys and @values.
  virtual std::optional<std::uint64_t> MaxSize(std::span<const std::string_view> path) const = 0;

 protected:
  ~Sizes() = default;
};

// Returns the cost that a server of Kubernetes 1.`minor` estimates. Precondition: Check found no issues. Allocates
// temporary data in `arena`. Takes time linear in the size of the expression. Recursive: needs kParseStack.
Range EstimateCost(const Expr& root, const Checked& checked, const Sizes& sizes, int minor, base::Arena& arena);

// The estimated cost of one evaluation of a node, including its operands.
struct PartEstimate {
  Range cost;
  Range steps = FixedRange(1);  // number of evaluations of a loop's condition and step
};

// Returns the estimates of all nodes, indexed by id.
std::vector<PartEstimate> EstimateParts(const Expr& root, const Checked& checked, const Sizes& sizes, int minor,
                                        base::Arena& arena);

}  // namespace structural::cel::cost
