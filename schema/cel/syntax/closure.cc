#include "schema/cel/syntax/closure.h"

#include <algorithm>
#include <functional>

namespace structural::cel::syntax {
namespace {

bool SameConfiguration(const Configuration& a, const Configuration& b) {
  return a.state == b.state && a.alternative == b.alternative && a.precedence == b.precedence &&
         a.keeps_precedence == b.keeps_precedence && a.stack == b.stack;
}

std::size_t HashOf(const Configuration& configuration) {
  std::size_t hash = std::hash<const void*>()(configuration.stack);
  for (const int part : {int{configuration.state}, int{configuration.alternative}, int{configuration.precedence}}) {
    hash = hash * 31 + static_cast<std::size_t>(part);
  }
  return hash;
}

}  // namespace

void Closure::Add(Configuration* configuration, bool from_start) { AddReachable(configuration, from_start, 0); }

// Adds the configurations that are reachable from `configuration`. At the end of a rule, continues in each caller that
// is on the stack. `collect`: `from_start` of Add. `depth`: number of rules that were entered since then and not left.
void Closure::AddReachable(Configuration* configuration, bool collect, int depth) {
  std::vector<Configuration*> left = {configuration};
  while (!left.empty()) {
    Configuration* current = left.back();
    left.pop_back();
    const bool stops = decision_.network.IsStop(current->state);
    if (!stops || (current->stack->IsEmpty() && !configurations_.has_callers())) {
      AddTargets(current, collect, depth);
      continue;
    }
    if (current->stack->IsEmpty()) {
      configurations_.Add(current, decision_.stacks);
      continue;
    }
    for (const StackSet::Top& top : current->stack->tops) {
      if (top.state == StackSet::kBottom && !configurations_.has_callers()) {
        AddTargets(current, collect, depth);
        continue;
      }
      Configuration* next = decision_.arena.New<Configuration>();
      *next = *current;
      if (top.state == StackSet::kBottom) {
        next->stack = decision_.stacks.empty();
        configurations_.Add(next, decision_.stacks);
        continue;
      }
      next->state = top.state;
      next->stack = top.parents;
      next->keeps_precedence = false;
      left.push_back(next);
    }
  }
}

void Closure::AddTargets(Configuration* configuration, bool collect, int depth) {
  const State& state = decision_.network.state(configuration->state);
  if (!state.HasOnlyEpsilonTransitions()) configurations_.Add(configuration, decision_.stacks);
  const bool skip_first = CanDropLoopEntryEdge(*configuration);
  for (std::size_t i = skip_first ? 1 : 0; i < state.transitions.size(); ++i) {
    FollowTransition(*configuration, state.transitions[i], collect, depth);
  }
}

void Closure::FollowTransition(const Configuration& from, const Transition& transition, bool collect, int depth) {
  Configuration step;
  if (!ConfigurationAfter(from, transition, collect, depth, step)) return;
  Configuration* to = decision_.arena.New<Configuration>();
  *to = step;
  const bool leaves = decision_.network.IsStop(from.state);
  if (leaves) {
    const Rule left = decision_.network.state(from.state).rule;
    if (transition.leaves_outermost_call && decision_.start.left_recursive && left == decision_.start.rule) {
      to->keeps_precedence = true;
    }
    ++to->outer_context_depth;
    --depth;
  }
  if ((leaves || transition.type == Transition::kTokens) && WasVisitedBefore(to)) return;
  if (transition.type == Transition::kRule && depth >= 0) ++depth;
  AddReachable(to, collect, depth);
}

// Sets `to` to the configuration after the transition. Returns false if the transition cannot be followed: it reads a
// token, or has a lower precedence than the decision.
bool Closure::ConfigurationAfter(const Configuration& from, const Transition& transition, bool collect, int depth,
                                 Configuration& to) {
  to = from;
  to.state = transition.target;
  switch (transition.type) {
    case Transition::kEpsilon: return true;
    case Transition::kTokens: return treat_eof_as_epsilon_ && transition.tokens.Has(TokenType::kEnd);
    case Transition::kRule: to.stack = decision_.stacks.Push(from.stack, transition.return_state); return true;
    case Transition::kPrecedence: break;
  }
  if (!collect || depth != 0) return true;
  if (configurations_.has_callers()) return transition.precedence >= decision_.precedence;
  to.precedence = from.precedence == 0 ? transition.precedence : std::min(from.precedence, transition.precedence);
  return true;
}

// Whether the configuration is at the loop of a left-recursive rule, and all its stacks return directly to that loop.
// In this case, the configurations inside the loop are not added, because the returns add the same ones.
//
// Upstream: canDropLoopEntryEdgeInLeftRecursiveRule.
bool Closure::CanDropLoopEntryEdge(const Configuration& configuration) const {
  const State& loop = decision_.network.state(configuration.state);
  if (!loop.left_recursive || configuration.stack->IsEmpty() || configuration.stack->ContainsEmptyStack()) {
    return false;
  }
  const auto leads_back = [&](const StackSet::Top& top) { return LeadsBack(top.state, loop); };
  const auto& tops = configuration.stack->tops;
  return std::all_of(tops.begin(), tops.end(), leads_back);
}

bool Closure::LeadsBack(StateId from, const State& loop) const {
  const TransitionNetwork& network = decision_.network;
  const State& state = network.state(from);
  if (state.rule != loop.rule) return false;
  if (state.transitions.size() != 1 || state.transitions[0].type != Transition::kEpsilon) return false;
  const StateId block_end = network.state(loop.transitions[0].target).block_end;
  return from == block_end || state.transitions[0].target == block_end;
}

bool Closure::WasVisitedBefore(Configuration* configuration) {
  const std::size_t hash = HashOf(*configuration);
  const auto [first, last] = visited_.equal_range(hash);
  for (auto at = first; at != last; ++at) {
    if (SameConfiguration(*at->second, *configuration)) return true;
  }
  visited_.emplace(hash, configuration);
  return false;
}

}  // namespace structural::cel::syntax
