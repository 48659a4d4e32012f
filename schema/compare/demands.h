// Whether a schema refuses any value.
#pragma once

#include "schema/compare/obligations.h"
#include "schema/compare/side.h"

namespace structural::compare {

// Whether the schema may refuse a value of an accepted kind because of its fields, its elements or a CEL rule. Spends
// one step of `effort` for each schema; returns true if it is spent.
bool MayRefuseWithin(const SchemaSide& side, Effort& effort);

}  // namespace structural::compare
