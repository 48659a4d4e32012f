// What the rules in CEL of a version may cost, before and after.
#pragma once

#include <vector>

#include "schema/compare/compare.h"
#include "schema/compare/loaded.h"
#include "schema/expressions/expression.h"

namespace structural::compare {

// Appends rules whose estimated cost grows to a hundredth of the limit or more, or, of new ones, is over the limit; otherwise the sum
// of all rules if that is over its limit. A server refuses a CRD with a rule over the limit. `effort` is shared by all
// versions; when it is spent, nothing is said of what is left. Goes down the
// schemas by recursion; needs cel::kParseStack.
//
// Upstream: apiextensions validation.go validateSchemaCELRules (v0.37.2).
void CompareCosts(const LoadedVersion& before, const LoadedVersion& after, expressions::Effort& effort,
                  std::vector<Change>& changes);

}  // namespace structural::compare
