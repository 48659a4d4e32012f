#include "schema/values/maker.h"

#include <algorithm>

#include "schema/json/members.h"
#include "schema/values/near.h"
#include "schema/values/repair.h"
#include "schema/values/scalars.h"

namespace structural::values {
namespace {

using json::Value;

constexpr std::size_t kMadeUnits = 64;     // units of work for one value that is made
constexpr std::size_t kRequiredUnits = 8;  // for one required field, whose requirements are collected

bool IsGiven(const ValueRequirements& demands) {
  return demands.is_on_way && demands.along.empty() && demands.given != nullptr;
}

}  // namespace

std::vector<Value> Maker::FittingScalars(const ValueRequirements& demands, const CombinedRequirements& facts) {
  const ScalarOptions options{demands.variant + 1, options_.seed, options_.readable, &budget_};
  std::vector<Value> fitting;
  const auto take = [&](const std::vector<Value>& candidates) {
    for (const Value& value : candidates) {
      if (fitting.size() > demands.variant) return;
      const auto same = [&](const Value& other) { return json::Equal(value, other); };
      if (std::ranges::any_of(fitting, same) || !judge_.Fits(demands, value)) continue;
      fitting.push_back(value);
    }
  };
  take(ScalarCandidates(demands, facts, options, arena_));
  const bool may_be_scalar = (facts.types & ~(kListType | kObjectType)) != 0;
  if (fitting.empty() && may_be_scalar && facts.is_typed) take(NearScalars(demands, budget_, arena_));
  return fitting;
}

// Returns the scalar number `variant`, or the last one if fewer fit.
std::optional<Value> Maker::Scalar(const ValueRequirements& demands, const CombinedRequirements& facts) {
  const auto fitting = FittingScalars(demands, facts);
  if (!fitting.empty()) return fitting.back();
  const auto any = ScalarCandidates(demands, facts, {1, options_.seed, options_.readable, &budget_}, arena_);
  return any.empty() ? std::nullopt : std::optional(any.front());
}

std::vector<Value> Maker::Scalars(const ValueRequirements& demands, std::size_t count) {
  ValueRequirements all = Flatten(demands);
  all.variant = count - 1;
  return FittingScalars(all, FactsOf(all));
}

// Returns the server's default if the value is for readers. Objects are skipped, because their fields are more
// informative.
std::optional<Value> Maker::Default(const ValueRequirements& demands) {
  const bool is_tried = options_.readable && demands.variant == 0 && demands.schema != nullptr;
  if (!is_tried || demands.schema->generic.default_value.empty()) return std::nullopt;
  const auto value = json::Parser(arena_).Parse(demands.schema->generic.default_value);
  if (!value.ok() || value->is_object() || value->is_null()) return std::nullopt;
  if (value->is_array() && value->elements().empty()) return std::nullopt;
  return *value;
}

// Returns one value for one choice of branches: an object if any type is accepted.
std::optional<MakeResult> Maker::Chosen(const ValueRequirements& demands, const ValueRequirements& chosen) {
  const CombinedRequirements facts = FactsOf(chosen);
  if (!budget_.Work(kMadeUnits + kRequiredUnits * facts.required.size())) return std::nullopt;
  std::optional<MakeResult> best;
  // Whether the value fits. Keeps the best one.
  const auto takes = [&](const std::optional<Value>& value) {
    if (!value) return false;
    const MakeResult made{*value, judge_.Fits(demands, *value)};
    if (!best || made.fits) best = made;
    return made.fits;
  };
  if (takes(Default(chosen))) return best;
  for (const auto& enumeration : facts.enumerations) {
    for (const Value& value : enumeration) {
      if (value.is_container() && takes(json::DeepCopy(value, arena_))) return best;
    }
  }
  const bool scalars_last = !facts.is_typed && chosen.preferred.empty();
  if (!scalars_last && takes(Scalar(chosen, facts))) return best;
  if ((facts.types & kObjectType) != 0 && !chosen.LeadsToItem()) {
    if (takes(Object(chosen, facts, false)) || takes(Object(chosen, facts, true))) return best;
  }
  if ((facts.types & kListType) != 0 && takes(List(chosen, facts))) return best;
  if (scalars_last) takes(Scalar(chosen, facts));
  return best;
}

std::optional<MakeResult> Maker::Make(const ValueRequirements& demands) {
  if (!budget_.Value() || !budget_.Deeper(demands.depth)) return std::nullopt;
  if (IsGiven(demands)) return MakeResult{*demands.given, judge_.Fits(demands, *demands.given)};
  std::optional<MakeResult> best;
  std::optional<Value> valid;  // without regard to its rules
  const std::size_t most = LeavesChoice(demands) ? kMaxChoices : 1;
  for (std::size_t choice = 0; choice < most && !budget_.exhausted(); ++choice) {
    const auto chosen = Choose(demands, choice, budget_);
    if (!chosen) {
      if (choice == 0) return std::nullopt;
      continue;
    }
    const auto made = Chosen(demands, *chosen);
    if (made && made->fits) return made;
    if (made && !best) best = made;
    if (made && !valid && RunsRules(demands) && judge_.Look(demands, made->value, nullptr).is_valid)
      valid = made->value;
  }
  if (valid) {
    auto repaired = Repair(demands, *valid, *this, judge_, arena_);
    if (repaired && repaired->is_object() && demands.levels > 0) AddOptional(Flatten(demands), *repaired);
    if (repaired) return MakeResult{*repaired, true};
  }
  if (!best && judge_.Fits(demands, Value())) return MakeResult{Value(), true};
  return best;
}

}  // namespace structural::values
