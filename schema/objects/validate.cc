#include "schema/objects/validate.h"

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "schema/base/output_budget.h"
#include "schema/objects/check_value.h"

namespace structural::objects {
namespace {

using json::Value;
using objects::HasRules;
bool HasRules(const crd::NestedValueValidation& validation);

template <typename T>
bool AnyHasRules(const crd::List<T>& list) {
  return std::ranges::any_of(list, [](const T* each) { return HasRules(*each); });
}

template <typename T>
bool AnyHasRules(const crd::Map<T>& map) {
  return std::any_of(map.begin(), map.end(), [](const auto& e) { return HasRules(*e.value); });
}

bool HasRules(const crd::ValueValidation& v) {
  return AnyHasRules(v.all_of) || AnyHasRules(v.any_of) || AnyHasRules(v.one_of) ||
         (v.not_schema != nullptr && HasRules(*v.not_schema));
}

bool HasRules(const crd::NestedValueValidation& v) {
  return !v.x_validations.empty() || HasRules(*v.value_validation) || AnyHasRules(v.properties) ||
         (v.items != nullptr && HasRules(*v.items)) ||
         (v.additional_properties != nullptr && HasRules(*v.additional_properties));
}

}  // namespace

bool HasRules(const crd::Structural& s) {
  const auto* additional = s.additional_properties;
  return !s.x_validations.empty() || HasRules(*s.value_validation) || AnyHasRules(s.properties) ||
         (s.items != nullptr && HasRules(*s.items)) ||
         (additional != nullptr && additional->structural != nullptr && HasRules(*additional->structural));
}

std::vector<kubernetes::FieldError> ValidateValue(const kubernetes::FieldName& prefix, const Checks& checks,
                                                  const Value& value, const crd::Correlated& update,
                                                  base::WorkBudget* work) {
  Outcome quick;
  CheckValue(checks, value, kubernetes::ObjectPath(), Reporter(work), quick);
  const auto is_cut = [work] { return work != nullptr && work->exhausted(); };
  if (!quick.failed && !is_cut()) return {};
  Outcome outcome;
  base::OutputBudget budget;
  CheckValue(checks, value, kubernetes::ObjectPath(), Reporter(prefix, budget, work), outcome, update);
  std::vector<kubernetes::FieldError> errors;
  std::unordered_set<std::string_view> told;
  for (Failure& failure : outcome.failures) {
    if (!told.insert(failure.message).second) continue;
    errors.push_back(std::move(failure.error));
  }
  if (budget.exhausted() || is_cut()) errors.push_back(kubernetes::CutShortError());
  return errors;
}

}  // namespace structural::objects
