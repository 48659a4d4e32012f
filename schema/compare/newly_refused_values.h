// Places that accept only a few values: an enum or a boolean. Instead of a proof, each value is checked.
#pragma once

#include <optional>
#include <vector>

#include "schema/compare/obligations.h"

namespace structural::compare {

// Returns the values that are accepted before, but not after. Returns nullopt if too many values must be checked, or if
// some values are not scalars. Ignores null. Checks each integral number as 1 and as 1.0.
std::optional<std::vector<json::Value>> FindNewlyRefusedValues(const Places& places, ComparisonBudget& budget);

// Whether the place accepts no value of these kinds; false if unknown.
bool AcceptsNone(const Conjuncts& place, unsigned kinds, ComparisonBudget& budget);

// Keeps the refusals that one of the values causes, with these values as hints.
void KeepCausedRefusals(const Places& places, const std::vector<json::Value>& refused,
                        std::vector<UnprovedObligation>& refusals, ComparisonBudget& budget);

}  // namespace structural::compare
