// Values at the limits of a schema, and just beyond them.
#pragma once

#include <vector>

#include "schema/base/arena.h"
#include "schema/json/value.h"
#include "schema/values/budget.h"
#include "schema/values/value_requirements.h"

namespace structural::values {

class Maker;

// Returns each value of an enum and a value that is not in it; numbers and lengths at each limit and next to it; texts
// that match a pattern or format, and texts that do not. Considers the schema and all branches of allOf, anyOf, oneOf and
// not. The schema accepts only some of them. Texts are in the arena. Returns fewer if the budget is exhausted.
std::vector<json::Value> NearScalars(const ValueRequirements& requirements, Budget& budget, base::Arena& arena);

// Returns the values of NearScalars, null and values of other types; objects that lack one required field, have an
// unknown one, or have one optional one; lists and maps with as many items as are allowed, with one more or less, and
// with an item twice.
std::vector<json::Value> NearValues(const ValueRequirements& requirements, Maker& maker, Budget& budget,
                                    base::Arena& arena);

}  // namespace structural::values
