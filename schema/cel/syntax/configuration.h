// Configurations. A configuration is a state that an alternative of a decision can reach with the tokens that were
// read, and the stack of the states to return to.
//
// Upstream: ANTLR prediction_context.go, atn_config.go, atn_config_set.go (antlr4-go v4.13.1).
#pragma once

#include <span>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "schema/base/arena.h"
#include "schema/cel/syntax/network.h"

namespace structural::cel::syntax {

// A set of stacks of states to return to: the top state of each stack, with the set of stacks below it. Equal sets are
// the same object.
struct Stack {
  struct Top {
    StateId state;  // kBottom for the empty stack
    const Stack* parents;

    friend bool operator==(const Top&, const Top&) = default;
  };

  // The top of the empty stack. It is greater than all states.
  static constexpr StateId kBottom = 0x7FFF;

  std::span<const Top> tops;
  bool merged = false;  // whether StackPool::Merge made the set; ANTLR distinguishes such a set even if it has one top

  bool IsEmpty() const { return tops.front().state == kBottom; }
  bool ContainsEmptyStack() const { return tops.back().state == kBottom; }
};

// Makes stacks. Not thread-safe; the stacks live as long as the arena.
class StackPool {
 public:
  explicit StackPool(base::Arena& arena);

  const Stack* empty() const { return empty_; }
  const Stack* Push(const Stack* parents, StateId state);

  // Returns the union. `wildcard`: the empty stack means any caller, and so includes all other stacks.
  const Stack* Merge(const Stack* a, const Stack* b, bool wildcard);

 private:
  struct Hash {
    std::size_t operator()(const Stack* stack) const;
  };
  struct Equal {
    bool operator()(const Stack* a, const Stack* b) const;
  };

  const Stack* Intern(std::span<const Stack::Top> tops, bool merged);
  const Stack* MergeLists(std::span<const Stack::Top> a, std::span<const Stack::Top> b, bool wildcard);
  const Stack* MergeSingle(const Stack* a, const Stack* b, bool wildcard);

  base::Arena& arena_;
  std::unordered_set<const Stack*, Hash, Equal> known_;
  const Stack* empty_;
};

struct Configuration {
  StateId state = kNoState;
  std::uint8_t alternative = 0;
  std::uint8_t precedence = 0;    // maximum precedence for the call of the rule; 0: any
  bool keeps_precedence = false;  // whether Predictor::FilterPrecedence keeps the configuration in any case
  int outer_context_depth = 0;    // number of times that the configuration left the rule of the decision
  const Stack* stack = nullptr;
};

// A set of configurations, which are in an Arena. A configuration belongs to at most one set, because Add can merge
// another configuration into it.
class Configurations {
 public:
  explicit Configurations(bool has_callers) : has_callers_(has_callers) {}

  // Whether stacks include the callers of the decision's rule, not only rules that the prediction entered.
  bool has_callers() const { return has_callers_; }
  bool has_precedence() const { return has_precedence_; }
  const std::vector<Configuration*>& all() const { return all_; }

  void Add(Configuration* configuration, StackPool& stacks);

  // Returns the only alternative; 0 if the set has several or none.
  int OnlyAlternative() const;

 private:
  bool has_callers_;
  bool has_precedence_ = false;
  std::vector<Configuration*> all_;
  std::unordered_map<std::uint32_t, Configuration*> by_place_;
};

}  // namespace structural::cel::syntax
