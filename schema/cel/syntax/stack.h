// The call stack of a prediction: sets of stacks of return states, which share common parts.
//
// Upstream: ANTLR prediction_context.go (antlr4-go v4.13.1).
#pragma once

#include <span>
#include <unordered_set>

#include "schema/base/arena.h"
#include "schema/cel/syntax/network.h"

namespace structural::cel::syntax {

// A set of stacks, by their top states. Equal sets are the same object.
struct Stack {
  struct Top {
    StateId state;  // kBottom for the empty stack
    const Stack* below;

    friend bool operator==(const Top&, const Top&) = default;
  };

  // Greater than all states.
  static constexpr StateId kBottom = 0x7FFF;

  std::span<const Top> tops;
  bool merged = false;  // ANTLR distinguishes a merged set from another one, even with one top

  bool IsEmpty() const { return tops.front().state == kBottom; }
  bool HasEmpty() const { return tops.back().state == kBottom; }
};

// Makes stacks. Not thread-safe; the stacks live as long as the arena.
class StackPool {
 public:
  explicit StackPool(base::Arena& arena);

  const Stack* empty() const { return empty_; }
  const Stack* Push(const Stack* below, StateId state);

  // Returns the union. `wildcard`: the empty stack means any caller, and so includes all other stacks.
  const Stack* Merge(const Stack* a, const Stack* b, bool wildcard);

 private:
  struct Hash {
    std::size_t operator()(const Stack* stack) const;
  };
  struct Same {
    bool operator()(const Stack* a, const Stack* b) const;
  };

  const Stack* Intern(std::span<const Stack::Top> tops, bool merged);
  const Stack* MergeLists(std::span<const Stack::Top> a, std::span<const Stack::Top> b, bool wildcard);
  const Stack* MergeSingle(const Stack* a, const Stack* b, bool wildcard);

  base::Arena& arena_;
  std::unordered_set<const Stack*, Hash, Same> known_;
  const Stack* empty_;
};

}  // namespace structural::cel::syntax
