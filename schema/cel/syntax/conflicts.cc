#include "schema/cel/syntax/conflicts.h"

#include <algorithm>
#include <bit>
#include <map>

namespace structural::cel::syntax {
namespace {

Alternatives Bit(const Configuration& configuration) { return Alternatives{1} << configuration.alternative; }

// The alternatives by state and stack.
using ByPlace = std::map<std::pair<StateId, const Stack*>, Alternatives>;

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

}  // namespace

bool Conflicts(const Network& network, const Configurations& configurations) {
  const auto& all = configurations.all();
  const auto stops = [&](const Configuration* each) { return network.IsStop(each->state); };
  if (std::all_of(all.begin(), all.end(), stops)) return true;
  const ByPlace places = AlternativesByPlace(configurations);
  const auto several = [](const auto& place) { return !std::has_single_bit(place.second); };
  return std::any_of(places.begin(), places.end(), several) && !AnyStateHasOneAlternative(configurations);
}

int GetSingleViableAlternative(const Configurations& configurations) {
  int single = 0;
  for (const auto& [place, alternatives] : AlternativesByPlace(configurations)) {
    const int first = std::countr_zero(alternatives);
    if (single != 0 && first != single) return 0;
    single = first;
  }
  return single;
}

Alternatives Allowed(const Configurations& configurations, int precedence) {
  Alternatives allowed = 0;
  for (const Configuration* each : configurations.all()) {
    if (each->precedence == 0 || each->precedence >= precedence) allowed |= Bit(*each);
  }
  return allowed;
}

int FirstFinished(const Network& network, const Configurations& configurations, int precedence) {
  Alternatives valid = 0, other = 0;
  for (const Configuration* each : configurations.all()) {
    if (each->outer == 0 && !(network.IsStop(each->state) && each->stack->HasEmpty())) continue;
    const bool allowed = each->precedence == 0 || each->precedence >= precedence;
    (allowed ? valid : other) |= Bit(*each);
  }
  const Alternatives found = valid != 0 ? valid : other;
  return found == 0 ? 0 : std::countr_zero(found);
}

}  // namespace structural::cel::syntax
