// Comparison of places that accept only a few values, such as an enum or a boolean: each value is checked, instead of a
// proof.
#pragma once

#include <optional>
#include <vector>

#include "schema/compare/obligations.h"

namespace structural::compare {

// Returns the values that `places.from` accepts and `places.to` refuses. Returns nullopt if too many values must be
// checked, or if some values are not scalars. Ignores null. Checks each integral number as 1 and as 1.0.
std::optional<std::vector<json::Value>> FindNewlyRefusedValues(const PlacePair& places, ComparisonBudget& budget);

// Whether the place accepts no value of these kinds. Returns false if this is unknown.
bool AcceptsNone(const Conjuncts& place, unsigned kinds, ComparisonBudget& budget);

// Removes from `refusals` each unproved obligation that no value in `refused` violates, except `nullable`. The hints of
// each other obligation become the values that violate it. If no obligation would remain, changes nothing.
void KeepCausedRefusals(const PlacePair& places, const std::vector<json::Value>& refused,
                        std::vector<UnprovedObligation>& refusals, ComparisonBudget& budget);

}  // namespace structural::compare
