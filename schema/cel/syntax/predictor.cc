#include "schema/cel/syntax/predictor.h"

#include <algorithm>
#include <bit>
#include <map>

#include "schema/cel/syntax/configuration.h"

namespace structural::cel::syntax {
namespace {

// Properties of the alternatives in a set of configurations.
//
// Upstream: ANTLR prediction_mode.go (antlr4-go v4.13.1).

// A set of alternatives as bits, from bit 1.
using Alternatives = std::uint32_t;

Alternatives Bit(const Configuration& configuration) { return Alternatives{1} << configuration.alternative; }

// The alternatives by state and stack.
using ByPlace = std::map<std::pair<StateId, const StackSet*>, Alternatives>;

ByPlace AlternativesByPlace(const Configurations& configurations) {
  ByPlace places;
  for (const Configuration* each : configurations.all()) {
    places[{each->state, each->stack}] |= Bit(*each);
  }
  return places;
}

bool AnyStateHasOneAlternative(const Configurations& configurations) {
  std::map<StateId, Alternatives> states;
  for (const Configuration* each : configurations.all()) states[each->state] |= Bit(*each);
  return std::any_of(states.begin(), states.end(), [](const auto& state) { return std::has_single_bit(state.second); });
}

// Whether the alternatives conflict: no further token can decide between them. Ignores the tokens that can follow the
// decision's rule, because they depend on the rule's caller.
bool Conflicts(const TransitionNetwork& network, const Configurations& configurations) {
  const auto& all = configurations.all();
  const auto stops = [&](const Configuration* each) { return network.IsStop(each->state); };
  if (std::all_of(all.begin(), all.end(), stops)) return true;
  const ByPlace places = AlternativesByPlace(configurations);
  const auto several = [](const auto& place) { return !std::has_single_bit(place.second); };
  return std::any_of(places.begin(), places.end(), several) && !AnyStateHasOneAlternative(configurations);
}

// Returns the alternative that is the lowest one at every position (state and stack); 0 if the lowest alternatives
// differ.
int GetSingleViableAlternative(const Configurations& configurations) {
  int single = 0;
  for (const auto& [place, alternatives] : AlternativesByPlace(configurations)) {
    const int first = std::countr_zero(alternatives);
    if (single != 0 && first != single) return 0;
    single = first;
  }
  return single;
}

// Returns the alternatives that the precedence of the rule's call allows.
Alternatives Allowed(const Configurations& configurations, int precedence) {
  Alternatives allowed = 0;
  for (const Configuration* each : configurations.all()) {
    if (each->precedence == 0 || each->precedence >= precedence) allowed |= Bit(*each);
  }
  return allowed;
}

// Returns the first alternative that reached the end of the decision's rule, preferably one that the precedence allows;
// 0 if none did.
int FirstFinished(const TransitionNetwork& network, const Configurations& configurations, int precedence) {
  Alternatives valid = 0, other = 0;
  for (const Configuration* each : configurations.all()) {
    if (each->outer_context_depth == 0 && !(network.IsStop(each->state) && each->stack->ContainsEmptyStack())) continue;
    const bool allowed = each->precedence == 0 || each->precedence >= precedence;
    (allowed ? valid : other) |= Bit(*each);
  }
  const Alternatives found = valid != 0 ? valid : other;
  return found == 0 ? 0 : std::countr_zero(found);
}

}  // namespace

// The working data of one prediction.
struct Predictor::Run {
  Run(const TransitionNetwork& network, const State& of, const ParserPlace& at)
      : stacks(arena), place(at), decision{network, arena, stacks, of, at.precedence} {}

  Configuration* New(StateId state, int alternative, const StackSet* stack) {
    Configuration* made = arena.New<Configuration>();
    made->state = state;
    made->alternative = static_cast<std::uint8_t>(alternative);
    made->stack = stack;
    return made;
  }

  base::Arena arena;
  StackPool stacks;
  ParserPlace place;
  Closure::Decision decision;
  std::size_t configurations = 0;
};

namespace {

bool AnyStops(const TransitionNetwork& network, const Configurations& configurations) {
  const auto& all = configurations.all();
  return std::any_of(all.begin(), all.end(), [&](const Configuration* each) { return network.IsStop(each->state); });
}

}  // namespace

Configurations Predictor::StartConfigurations(Run& run, const StackSet* stack, bool has_callers) const {
  Configurations configurations(has_callers);
  int alternative = 0;
  for (const Transition& transition : run.decision.start.transitions) {
    Configuration* first = run.New(transition.target, ++alternative, stack);
    Closure(run.decision, configurations, false).Add(first, true);
  }
  return configurations;
}

// Returns the set without the configurations of the loop (alternative 1) that the precedence of the rule's call does
// not allow. Also omits each configuration of another alternative that has the state and the stack of a configuration
// of the loop, unless its keeps_precedence is set.
//
// Upstream: applyPrecedenceFilter.
Configurations Predictor::FilterPrecedence(Run& run, const Configurations& all) const {
  Configurations filtered(all.has_callers());
  std::map<StateId, const StackSet*> of_loop;
  for (Configuration* each : all.all()) {
    if (each->alternative != 1) continue;
    if (each->precedence != 0 && each->precedence < run.place.precedence) continue;
    of_loop[each->state] = each->stack;
    Configuration* allowed = run.arena.New<Configuration>();
    *allowed = *each;
    allowed->precedence = 0;
    filtered.Add(allowed, run.stacks);
  }
  for (Configuration* each : all.all()) {
    if (each->alternative == 1) continue;
    const auto same = of_loop.find(each->state);
    const bool loop_reads_it = same != of_loop.end() && same->second == each->stack;
    if (each->keeps_precedence || !loop_reads_it) filtered.Add(each, run.stacks);
  }
  return filtered;
}

// Upstream: computeReachSet.
Predictor::ReachableConfigurations Predictor::ConfigurationsAfterToken(Run& run, const Configurations& from,
                                                                       TokenType token) const {
  const bool has_callers = from.has_callers(), end = token == TokenType::kEnd;
  Configurations read(has_callers);
  std::vector<Configuration*> stopped;
  for (Configuration* each : from.all()) {
    if (network_.IsStop(each->state)) {
      if (has_callers || end) stopped.push_back(each);
      continue;
    }
    for (const Transition& transition : network_.state(each->state).transitions) {
      if (transition.type != Transition::kTokens || !transition.tokens.Has(token)) continue;
      Configuration* next = run.arena.New<Configuration>();
      *next = *each;
      next->state = transition.target;
      read.Add(next, run.stacks);
    }
  }
  run.configurations += from.all().size();
  Configurations reached(has_callers);
  if (stopped.empty() && !end && read.OnlyAlternative() != 0) {
    reached = read;
  } else {
    Closure closure(run.decision, reached, end);
    for (Configuration* each : read.all()) closure.Add(each, false);
  }
  if (end) {
    Configurations ended(has_callers);
    for (Configuration* each : reached.all()) {
      if (network_.IsStop(each->state)) ended.Add(each, run.stacks);
    }
    reached = ended;
  }
  if (!has_callers || !AnyStops(network_, reached)) {
    for (Configuration* each : stopped) reached.Add(each, run.stacks);
  }
  if (reached.all().empty()) return std::nullopt;
  return reached;
}

// Returns the prediction if no configuration can read the next token. If an alternative reached the end of the
// decision's rule, predicts it, even if the next token cannot follow the rule. Otherwise the prediction has the
// offending token: the first token of the prediction if it considers callers, else the next token.
Prediction Predictor::PredictWithoutViableAlternative(const Run& run, const Configurations& last,
                                                      std::size_t ahead) const {
  const int finished = FirstFinished(network_, last, run.place.precedence);
  if (finished != 0) return {finished, nullptr};
  return {0, &tokens_.Ahead(last.has_callers() ? 1 : ahead)};
}

// Upstream: execATN.
Prediction Predictor::PredictWithoutCallers(Run& run) {
  Configurations last = StartConfigurations(run, run.stacks.empty(), false);
  if (run.decision.start.left_recursive) last = FilterPrecedence(run, last);
  for (std::size_t ahead = 1;; ++ahead) {
    ReachableConfigurations reached = ConfigurationsAfterToken(run, last, tokens_.Type(ahead));
    if (!reached) return PredictWithoutViableAlternative(run, last, ahead);
    if (run.configurations > kMaxConfigurations) return {1, nullptr};
    const int only = reached->OnlyAlternative();
    const bool conflict = only == 0 && Conflicts(network_, *reached);
    if (only != 0 || conflict) {
      const Alternatives allowed = Allowed(*reached, run.place.precedence);
      if (std::has_single_bit(allowed)) return {std::countr_zero(allowed), nullptr};
      if (conflict) return PredictWithCallers(run);
      return {0, &tokens_.Ahead(1)};
    }
    last = *std::move(reached);
  }
}

// Upstream: execATNWithFullContext.
Prediction Predictor::PredictWithCallers(Run& run) {
  Configurations last = StartConfigurations(run, CallerStacks(run), true);
  for (std::size_t ahead = 1;; ++ahead) {
    ReachableConfigurations reached = ConfigurationsAfterToken(run, last, tokens_.Type(ahead));
    if (!reached) return PredictWithoutViableAlternative(run, last, ahead);
    if (run.configurations > kMaxConfigurations) return {1, nullptr};
    const int only = reached->OnlyAlternative();
    if (only != 0) return {only, nullptr};
    const int single = GetSingleViableAlternative(*reached);
    if (single != 0) return {single, nullptr};
    last = *std::move(reached);
  }
}

const StackSet* Predictor::CallerStacks(Run& run) const {
  std::vector<const Node*> nodes;
  for (const Node* node = run.place.node; node->parent != nullptr; node = node->parent) {
    nodes.push_back(node);
  }
  const StackSet* stack = run.stacks.empty();
  for (std::size_t i = nodes.size(); i > 0; --i) {
    stack = run.stacks.Push(stack, network_.state(nodes[i - 1]->calling_state).transitions[0].return_state);
  }
  return stack;
}

Prediction Predictor::Predict(const State& decision, const ParserPlace& place) {
  Run run(network_, decision, place);
  return PredictWithoutCallers(run);
}

}  // namespace structural::cel::syntax
