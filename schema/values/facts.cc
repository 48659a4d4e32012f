#include "schema/values/facts.h"

#include <algorithm>

namespace structural::values {
namespace {

using objects::Checks;

struct NamedType {
  std::string_view name;
  unsigned types;
};

constexpr NamedType kTypes[] = {
    {"string", kStringType},   {"integer", kIntegerType}, {"number", kIntegerType | kFractionType},
    {"boolean", kBooleanType}, {"array", kListType},      {"object", kObjectType},
};

unsigned TypesOf(const Checks& checks) {
  unsigned types = kNoType;
  for (const NamedType& type : kTypes) {
    if (checks.HasType(type.name)) types |= type.types;
  }
  return types;
}

void AddLimits(const objects::Limits& limits, CombinedRequirements& to) {
  if (limits.minimum && (!to.lower || *limits.minimum >= to.lower->value))
    to.lower = {*limits.minimum, limits.exclusive_minimum};
  if (limits.maximum && (!to.upper || *limits.maximum <= to.upper->value))
    to.upper = {*limits.maximum, limits.exclusive_maximum};
  if (limits.multiple_of) to.multiples.push_back(*limits.multiple_of);
  const auto raise = [](std::int64_t& least, std::optional<std::int64_t> by) {
    if (by) least = std::max(least, *by);
  };
  const auto lower = [](std::int64_t& most, std::optional<std::int64_t> by) {
    if (by) most = std::min(most, *by);
  };
  raise(to.min_length, limits.min_length);
  raise(to.min_items, limits.min_items);
  raise(to.min_properties, limits.min_properties);
  lower(to.max_length, limits.max_length);
  lower(to.max_items, limits.max_items);
  lower(to.max_properties, limits.max_properties);
  to.has_unique_items |= limits.unique_items;
}

}  // namespace

CombinedRequirements FactsOf(const ValueRequirements& demands) {
  CombinedRequirements facts;
  for (const Checks* checks : demands.all) {
    if (checks->type_count > 0) {
      facts.types &= TypesOf(*checks);
      facts.is_typed = true;
    }
    if (checks->limits != nullptr) AddLimits(*checks->limits, facts);
    if (!checks->enumeration.empty()) facts.enumerations.push_back(checks->enumeration);
    if (!checks->pattern.empty()) facts.patterns.push_back(checks->pattern);
    if (checks->known_format != nullptr) facts.formats.push_back(checks->known_format);
    facts.is_int32 |= checks->format == "int32";
    facts.required.insert(checks->required.begin(), checks->required.end());
  }
  return facts;
}

}  // namespace structural::values
