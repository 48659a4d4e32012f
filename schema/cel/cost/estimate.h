// What an expression may cost when it runs, before it runs.
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

// How large values may be. Thread-safety is the implementation's.
class Sizes {
 public:
  // Of what `path` names: fields, @items, @keys, @values from a variable on, which is its first
  // element. In elements, entries, characters or bytes. nullopt where nothing is known of it.
  virtual std::optional<std::uint64_t> Most(std::span<const std::string_view> path) const = 0;

 protected:
  ~Sizes() = default;
};

// As a server of Kubernetes 1.`minor` does. Pure. Precondition: the expression was checked without
// issues. Paths are in `arena`. Takes time linear in the expression; goes down by recursion, and
// needs kParseStack.
Range EstimateCost(const Expr& root, const Checked& checked, const Sizes& sizes, int minor,
                   base::Arena& arena);

// What a part of an expression costs when it is evaluated once, what it is made of included.
struct PartEstimate {
  Range cost;
  Range steps = Fixed(1);  // of a loop: how often its condition and its step are evaluated
};

// The same for each part, by id.
std::vector<PartEstimate> EstimateParts(const Expr& root, const Checked& checked,
                                        const Sizes& sizes, int minor, base::Arena& arena);

}  // namespace structural::cel::cost
