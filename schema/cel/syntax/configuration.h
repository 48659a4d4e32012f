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

// A set of stacks of states to return to. It consists of the top state of each stack, with the set of stacks below that
// state. StackPool makes only one object for equal sets.
struct StackSet {
  struct Top {
    StateId state;  // kBottom for the empty stack
    const StackSet* parents;

    friend bool operator==(const Top&, const Top&) = default;
  };

  // The top of the empty stack. It is greater than all states.
  static constexpr StateId kBottom = 0x7FFF;

  std::span<const Top> tops;
  // Whether StackPool::Merge made the set. ANTLR distinguishes such a set from others, even if it has only one top.
  bool made_by_merge = false;

  bool IsEmpty() const { return tops.front().state == kBottom; }
  bool ContainsEmptyStack() const { return tops.back().state == kBottom; }
};

// Makes sets of stacks, which live as long as the arena. Not thread-safe.
class StackPool {
 public:
  explicit StackPool(base::Arena& arena);

  const StackSet* empty() const { return empty_; }
  const StackSet* Push(const StackSet* parents, StateId state);

  // Returns the union of two sets. `wildcard`: whether the empty stack means any caller, so that a set with it includes
  // all stacks.
  const StackSet* Merge(const StackSet* a, const StackSet* b, bool wildcard);

 private:
  struct Hash {
    std::size_t operator()(const StackSet* stack) const;
  };
  struct Equal {
    bool operator()(const StackSet* a, const StackSet* b) const;
  };

  const StackSet* Intern(std::span<const StackSet::Top> tops, bool merged);
  const StackSet* MergeLists(std::span<const StackSet::Top> a, std::span<const StackSet::Top> b, bool wildcard);
  const StackSet* MergeSingle(const StackSet* a, const StackSet* b, bool wildcard);

  base::Arena& arena_;
  std::unordered_set<const StackSet*, Hash, Equal> interned_;
  const StackSet* empty_;
};

struct Configuration {
  StateId state = kNoState;
  std::uint8_t alternative = 0;
  std::uint8_t precedence = 0;    // maximum precedence for the call of the rule; 0: any
  bool keeps_precedence = false;  // true: Predictor::FilterPrecedence always keeps the configuration
  int outer_context_depth = 0;    // number of times that the configuration left the rule of the decision
  const StackSet* stack = nullptr;
};

// A set of configurations, which are in an Arena. A configuration belongs to at most one set, because Add can merge
// another configuration into it.
class Configurations {
 public:
  explicit Configurations(bool has_callers) : has_callers_(has_callers) {}

  // Whether the stacks include the callers of the decision's rule. Otherwise they only have the rules that the
  // prediction entered.
  bool has_callers() const { return has_callers_; }
  const std::vector<Configuration*>& all() const { return all_; }

  void Add(Configuration* configuration, StackPool& stacks);

  // Returns the only alternative; 0 if the set has several or none.
  int OnlyAlternative() const;

 private:
  bool has_callers_;
  std::vector<Configuration*> all_;
  std::unordered_map<std::uint32_t, Configuration*> by_place_;
};

}  // namespace structural::cel::syntax
