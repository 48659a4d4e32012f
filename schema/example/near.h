// Values on the limits of a schema, and just beyond them.
#pragma once

#include <vector>

#include "schema/base/arena.h"
#include "schema/example/budget.h"
#include "schema/example/demands.h"
#include "schema/json/value.h"

namespace structural::example {

class Maker;

// Each value of an enum and one that is none, numbers and lengths at each limit and next to it,
// texts that a pattern or format accepts and that it does not: of the schema and of all branches of
// its junctors. Some are accepted, some are not. Texts are in the arena. Fewer where the budget is exhausted.
std::vector<json::Value> NearScalars(const Demands& demands, Budget& budget, base::Arena& arena);

// Those, null, values of other types; objects without each of their required fields, with an unknown
// one, with each optional one; lists and maps of as many items as are allowed, and one more or less,
// and with an item twice.
std::vector<json::Value> NearValues(const Demands& demands, Maker& maker, Budget& budget, base::Arena& arena);

}  // namespace structural::example
