// Where a prediction is within the rules that call each other: sets of stacks of states to come
// back to, with what they share there once.
//
// Upstream: ANTLR prediction_context.go (antlr4-go v4.13.1).
#pragma once

#include <span>
#include <unordered_set>

#include "schema/base/arena.h"
#include "schema/cel/syntax/network.h"

namespace structural::cel::syntax {

// No stack, one or many, by the state on top. Two that are equal are the same object.
struct Stack {
  struct Top {
    StateId state;  // kBottom where a stack ends
    const Stack* below;

    friend bool operator==(const Top&, const Top&) = default;
  };

  // Greater than all states.
  static constexpr StateId kBottom = 0x7FFF;

  std::span<const Top> tops;
  bool merged = false;  // upstream tells a merged one from another, even where it has one top

  bool IsEmpty() const { return tops.front().state == kBottom; }
  bool HasEmpty() const { return tops.back().state == kBottom; }
};

// Makes stacks. Not thread-safe; they live as long as the arena.
class StackPool {
 public:
  explicit StackPool(base::Arena& arena);

  const Stack* empty() const { return empty_; }
  const Stack* Push(const Stack* below, StateId state);

  // Both. `wildcard`: the empty stack stands for whatever called the rule, and so for all others.
  const Stack* Merge(const Stack* a, const Stack* b, bool wildcard);

 private:
  struct Hash {
    std::size_t operator()(const Stack* stack) const;
  };
  struct Same {
    bool operator()(const Stack* a, const Stack* b) const;
  };

  const Stack* Intern(std::span<const Stack::Top> tops, bool merged);
  const Stack* MergeLists(std::span<const Stack::Top> a, std::span<const Stack::Top> b,
                          bool wildcard);
  const Stack* MergeSingle(const Stack* a, const Stack* b, bool wildcard);

  base::Arena& arena_;
  std::unordered_set<const Stack*, Hash, Same> known_;
  const Stack* empty_;
};

}  // namespace structural::cel::syntax
