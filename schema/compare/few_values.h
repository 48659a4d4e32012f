// Places that only a few values are accepted at: an enum, or a boolean. Then nothing has to be proved:
// each value is tried.
#pragma once

#include <optional>
#include <vector>

#include "schema/compare/obligations.h"

namespace structural::compare {

// The values that are accepted before and not after; nullopt where there are too many to try, or others
// than scalars. Null is none of them. Of numbers both forms are tried, 1 and 1.0.
std::optional<std::vector<json::Value>> RefusedOfFew(const Places& places, Effort& effort);

// Whether there is no value of these kinds that the place accepts; false where that is not known.
bool AcceptsNone(const Conjuncts& place, unsigned kinds, Effort& effort);

// Keeps the refusals that one of the values meets, with these values as hints.
void KeepMet(const Places& places, const std::vector<json::Value>& refused, std::vector<Refusal>& refusals,
             Effort& effort);

}  // namespace structural::compare
