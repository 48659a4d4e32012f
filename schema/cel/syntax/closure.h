// Closure: computes the configurations (configuration.h) that are reachable without reading a token.
//
// Upstream: ANTLR parser_atn_simulator.go closure (antlr4-go v4.13.1).
#pragma once

#include "schema/cel/syntax/configuration.h"

namespace structural::cel::syntax {

// A Closure computes one set of configurations. Not thread-safe.
class Closure {
 public:
  // The decision that a prediction is for.
  struct Decision {
    const TransitionNetwork& network;
    base::Arena& arena;
    StackPool& stacks;
    const State& start;
    int precedence;  // precedence of the call of the parser's current rule
  };

  // The closure adds configurations to `into`. If `treat_eof_as_epsilon`, it also follows transitions that read the end
  // of the text.
  Closure(const Decision& decision, Configurations& into, bool treat_eof_as_epsilon)
      : decision_(decision), configurations_(into), treat_eof_as_epsilon_(treat_eof_as_epsilon) {}

  // Adds the configuration and all configurations that are reachable from it. `from_start`: whether the configuration
  // is at the start of the decision. If so, transitions in the decision's own rule must have at least the decision's
  // precedence.
  void Add(Configuration* configuration, bool from_start);

 private:
  void AddReachable(Configuration* configuration, bool collect, int depth);
  void AddTargets(Configuration* configuration, bool collect, int depth);
  void FollowTransition(const Configuration& from, const Transition& transition, bool collect, int depth);
  bool ConfigurationAfter(const Configuration& from, const Transition& transition, bool collect, int depth,
                          Configuration& to);
  bool CanDropLoopEntryEdge(const Configuration& configuration) const;
  bool LeadsBack(StateId from, const State& loop) const;
  bool WasVisitedBefore(Configuration* configuration);

  const Decision& decision_;
  Configurations& configurations_;
  bool treat_eof_as_epsilon_;
  std::unordered_multimap<std::size_t, const Configuration*>
      visited_;  // configurations that were reached before, by hash
};

}  // namespace structural::cel::syntax
