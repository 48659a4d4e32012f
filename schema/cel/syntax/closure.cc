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

void Closure::Add(Configuration* configuration, bool from_start) { Enter(configuration, from_start, 0); }

// Adds the configurations that are reachable from `configuration`. At the end of a rule, continues in each caller that
// is on the stack.
void Closure::Enter(Configuration* configuration, bool collect, int depth) {
  std::vector<Configuration*> left = {configuration};
  while (!left.empty()) {
    Configuration* current = left.back();
    left.pop_back();
    const bool stops = decision_.network.IsStop(current->state);
    if (!stops || (current->stack->IsEmpty() && !into_.full())) {
      AddTargets(current, collect, depth);
      continue;
    }
    if (current->stack->IsEmpty()) {
      into_.Add(current, decision_.stacks);
      continue;
    }
    for (const Stack::Top& top : current->stack->tops) {
      if (top.state == Stack::kBottom && !into_.full()) {
        AddTargets(current, collect, depth);
        continue;
      }
      Configuration* next = decision_.arena.New<Configuration>();
      *next = *current;
      if (top.state == Stack::kBottom) {
        next->stack = decision_.stacks.empty();
        into_.Add(next, decision_.stacks);
        continue;
      }
      next->state = top.state;
      next->stack = top.below;
      next->keeps_precedence = false;
      left.push_back(next);
    }
  }
}

void Closure::AddTargets(Configuration* configuration, bool collect, int depth) {
  const State& state = decision_.network.state(configuration->state);
  if (!state.OnlyEpsilon()) into_.Add(configuration, decision_.stacks);
  const bool skip_first = CanDropLoopEntryEdge(*configuration);
  for (std::size_t i = skip_first ? 1 : 0; i < state.ways.size(); ++i) {
    Take(*configuration, state.ways[i], collect, depth);
  }
}

void Closure::Take(const Configuration& from, const Transition& way, bool collect, int depth) {
  Configuration step;
  if (!Step(from, way, collect, depth, step)) return;
  Configuration* to = decision_.arena.New<Configuration>();
  *to = step;
  const bool leaves = decision_.network.IsStop(from.state);
  if (leaves) {
    const Rule left = decision_.network.state(from.state).rule;
    if (way.outermost && decision_.start.left_recursive && left == decision_.start.rule) {
      to->keeps_precedence = true;
    }
    ++to->outer;
    --depth;
  }
  if ((leaves || way.type == Transition::kTokens) && IsBusy(to)) return;
  if (way.type == Transition::kRule && depth >= 0) ++depth;
  Enter(to, collect, depth);
}

// Sets `to` to the configuration after the transition. Returns false if the transition reads a token, or if its
// precedence is too low.
bool Closure::Step(const Configuration& from, const Transition& way, bool collect, int depth, Configuration& to) {
  to = from;
  to.state = way.target;
  switch (way.type) {
    case Transition::kEpsilon: return true;
    case Transition::kTokens: return end_is_nothing_ && way.tokens.Has(TokenType::kEnd);
    case Transition::kRule: to.stack = decision_.stacks.Push(from.stack, way.follow); return true;
    case Transition::kPrecedence: break;
  }
  if (!collect || depth != 0) return true;
  if (into_.full()) return way.precedence >= decision_.precedence;
  to.precedence = from.precedence == 0 ? way.precedence : std::min(from.precedence, way.precedence);
  return true;
}

// Whether the configuration is at the loop of a left-recursive rule, and all its stacks return directly to that loop.
// Then entering the loop would only add configurations that the returns add, too.
//
// Upstream: canDropLoopEntryEdgeInLeftRecursiveRule.
bool Closure::CanDropLoopEntryEdge(const Configuration& configuration) const {
  const State& loop = decision_.network.state(configuration.state);
  if (!loop.left_recursive || configuration.stack->IsEmpty() || configuration.stack->HasEmpty()) {
    return false;
  }
  const auto leads_back = [&](const Stack::Top& top) { return LeadsBack(top.state, loop); };
  const auto& tops = configuration.stack->tops;
  return std::all_of(tops.begin(), tops.end(), leads_back);
}

bool Closure::LeadsBack(StateId from, const State& loop) const {
  const Network& network = decision_.network;
  const State& state = network.state(from);
  if (state.rule != loop.rule) return false;
  if (state.ways.size() != 1 || state.ways[0].type != Transition::kEpsilon) return false;
  const StateId block_end = network.state(loop.ways[0].target).block_end;
  return from == block_end || state.ways[0].target == block_end;
}

bool Closure::IsBusy(Configuration* configuration) {
  const std::size_t hash = HashOf(*configuration);
  const auto [first, last] = busy_.equal_range(hash);
  for (auto at = first; at != last; ++at) {
    if (SameConfiguration(*at->second, *configuration)) return true;
  }
  busy_.emplace(hash, configuration);
  return false;
}

}  // namespace structural::cel::syntax
