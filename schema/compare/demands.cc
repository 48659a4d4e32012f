#include "schema/compare/demands.h"

#include <algorithm>

#include "schema/crd/model/fields.h"

namespace structural::compare {
namespace {

using crd::Structural;
using objects::Checks;

bool HasDemands(const Checks& checks, Effort& effort);

bool DemandsWithin(const Checks& checks, Effort& effort) {
  const auto demands = [&](const Checks* each) { return each != nullptr && HasDemands(*each, effort); };
  return std::ranges::any_of(checks.properties, demands, &objects::FieldChecks::value) || demands(checks.additional) ||
         demands(checks.items);
}

bool HasDemands(const Checks& checks, Effort& effort) {
  if (!effort.Spend()) return true;
  const bool own = checks.type_count > 0 || checks.forbids_additional || !checks.format.empty() ||
                   !checks.pattern.empty() || checks.limits != nullptr || !checks.enumeration.empty() ||
                   !checks.required.empty();
  const bool branches = !checks.one_of.empty() || !checks.any_of.empty() || checks.not_schema != nullptr;
  if (own || branches || DemandsWithin(checks, effort)) return true;
  return std::ranges::any_of(checks.all_of, [&](const Checks* each) { return HasDemands(*each, effort); });
}

// Whether the schema has rules, lists of type set or map, or embedded resources.
bool HasConditions(const Structural& schema, Effort& effort) {
  if (!effort.Spend()) return true;
  const crd::Extensions& extensions = *schema.extensions;
  if (!schema.x_validations.empty() || extensions.x_embedded_resource || extensions.x_list_type) return true;
  const auto below = [&](const Structural* each) { return each != nullptr && HasConditions(*each, effort); };
  return below(schema.items) || below(crd::AdditionalOf(schema)) ||
         std::ranges::any_of(schema.properties, [&](const auto& each) { return HasConditions(*each.value, effort); });
}

}  // namespace

bool MayRefuseWithin(const SchemaSide& side, Effort& effort) {
  const bool checked =
      std::ranges::any_of(side.conjuncts.all, [&](const Checks* each) { return DemandsWithin(*each, effort); });
  return checked || (side.schema != nullptr && HasConditions(*side.schema, effort));
}

}  // namespace structural::compare
