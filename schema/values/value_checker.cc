#include "schema/values/value_checker.h"

#include <algorithm>

#include "schema/cel/eval/program.h"
#include "schema/expressions/expression.h"
#include "schema/json/members.h"
#include "schema/objects/check_value.h"
#include "schema/objects/default.h"
#include "schema/objects/list_type.h"
#include "schema/objects/object_meta.h"

namespace structural::values {
namespace {

using json::Value;

// Bytes of a copied value, with its defaults, that count as one unit of work.
constexpr std::size_t kCopiedBytesOfUnit = 256;
// Units of work for a field that is copied, defaulted and checked.
constexpr std::size_t kFieldUnits = 24;

// Returns the number of values inside a value, including itself, but without scalar elements of lists.
std::size_t CountValuesIn(const Value& value) {
  std::size_t count = 1;
  for (const json::Member& member : value.is_object() ? value.members() : std::span<const json::Member>())
    count += CountValuesIn(member.value);
  for (const Value& element : value.is_array() ? value.elements() : std::span<const Value>())
    if (element.is_container()) count += CountValuesIn(element);
  return count;
}

bool IsName(const Value& value) { return value.is_string() && objects::SubdomainErrors(value.text(), false).empty(); }

bool Holds(const objects::Checks& checks, const Value& value, base::WorkBudget& work) {
  objects::Outcome outcome;
  objects::CheckValue(checks, value, kubernetes::ObjectPath(), objects::Reporter(&work), outcome);
  return !outcome.failed;
}

}  // namespace

bool ValueChecker::IsValid(const ValueRequirements& requirements, const Value& value) const {
  const auto holds = [&](const objects::Checks* checks) { return Holds(*checks, value, budget_.work()); };
  if (!std::ranges::all_of(requirements.accepting_checks, holds)) return false;
  if (std::ranges::any_of(requirements.refusing_checks, holds)) return false;
  if (requirements.role == Role::kName && !IsName(value)) return false;
  if (requirements.role == Role::kRoot) {
    const Value* const name = Below(value.Find("metadata"), "name");
    if (name != nullptr && !IsName(*name)) return false;
  }
  const kubernetes::ObjectPath path;
  if (requirements.role == Role::kEmbedded &&
      !objects::ValidateObjectMeta(path, value, requirements.schema, false).empty())
    return false;
  return objects::ValidateListTypes(path, requirements.schema, value).empty();
}

const expressions::RuleSet& ValueChecker::RulesOf(const ValueRequirements& requirements) {
  auto& rules = rules_[requirements.schema];
  if (rules == nullptr) {
    const bool is_resource = requirements.role == Role::kRoot || requirements.role == Role::kEmbedded;
    rules = std::make_unique<expressions::RuleSet>(*requirements.schema,
                                                   expressions::RuleSetOptions{is_resource, &compilation_budget_});
  }
  return *rules;
}

CheckResult ValueChecker::Check(const ValueRequirements& requirements, const Value& value,
                                expressions::RuleTrace* trace) {
  // A scalar without CEL rules is charged as a value, not as a check, because an object can have thousands of scalars.
  const bool is_cheap = !value.is_container() && !RunsRules(requirements);
  if (!(is_cheap ? budget_.SpendValue() : budget_.SpendCheck())) return {};
  scratch_.Reset();
  Value object = json::DeepCopy(value, scratch_);
  if (requirements.schema != nullptr) {
    objects::PruneNulls(object, requirements.schema);
    if (!objects::Default(object, requirements.schema, scratch_).ok()) return {};
  }
  const std::size_t fields = object.is_object() ? object.members().size() : 0;
  const std::size_t before = CountValuesIn(value), after = CountValuesIn(object);
  const std::size_t defaulted = after - std::min(before, after);
  if (!budget_.SpendWork(1 + scratch_.bytes() / kCopiedBytesOfUnit + kFieldUnits * (fields + 2 * defaulted))) return {};
  if (!IsValid(requirements, object) || budget_.exhausted()) return {};
  if (!RunsRules(requirements)) return {true, 0};
  const auto limit = std::min<std::size_t>(expressions::kObjectCostLimit, budget_.cost_left());
  const auto found = RulesOf(requirements)
                         .Run({.object = object,
                               .cost_limit = static_cast<std::int64_t>(limit),
                               .trace = trace,
                               .steps_left = &budget_.steps(),
                               .work = &budget_.work()},
                              scratch_);
  auto cost = static_cast<std::size_t>(std::max<std::int64_t>(0, found.cost));
  if (found.limit_exceeded) cost = std::max<std::size_t>(cost, cel::eval::kPerCallLimit);
  if (!budget_.SpendCost(cost) || budget_.exhausted()) return {};
  return {true, found.errors.size()};
}

}  // namespace structural::values
