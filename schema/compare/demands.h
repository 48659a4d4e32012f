// Whether a schema refuses anything.
#pragma once

#include "schema/compare/obligations.h"
#include "schema/compare/side.h"

namespace structural::compare {

// Whether a value of a kind that the schema accepts may be refused for its fields, its elements, or a rule in CEL. Spends
// one on each schema; true where nothing is left.
bool MayRefuseWithin(const Side& side, Effort& effort);

}  // namespace structural::compare
