// Values at the limits of a schema, and just beyond them.
#pragma once

#include <vector>

#include "schema/base/arena.h"
#include "schema/json/value.h"
#include "schema/values/budget.h"
#include "schema/values/value_requirements.h"

namespace structural::values {

class Maker;

// Returns scalars near the limits of a schema: each value of an enum and a value that is not in it; numbers and lengths
// at each limit and next to it; texts that match a pattern or format, and texts that do not. Considers the schema and
// all branches of allOf, anyOf, oneOf and not. The schema accepts only some of the scalars. Texts are in the arena.
// Returns fewer if the budget is exhausted.
std::vector<json::Value> ScalarsNearLimits(const ValueRequirements& requirements, Budget& budget, base::Arena& arena);

// Returns values of all types near the limits of a schema: those of ScalarsNearLimits, null and values of other types;
// objects that lack one required field, have an unknown field, or have one optional field; lists and maps with as many
// items as are allowed, with one more or less, and with an item twice. Returns fewer if the budget is exhausted.
std::vector<json::Value> AllValuesNearLimits(const ValueRequirements& requirements, Maker& maker, Budget& budget,
                                             base::Arena& arena);

}  // namespace structural::values
