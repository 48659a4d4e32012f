// The estimated costs of a version's CEL rules before and after an update.
#pragma once

#include <vector>

#include "schema/compare/compare.h"
#include "schema/compare/loaded.h"
#include "schema/expressions/expression.h"

namespace structural::compare {

// Appends a Change for each rule whose estimated cost grows to at least a hundredth of the limit, and for each new rule
// above the limit. Unless a rule exceeds its limit, also appends a Change for the sum of all rules if it grows above
// its own limit. A server refuses a CRD with a cost above a limit. `budget` is shared by all versions; once it is
// exhausted, appends nothing. Recursive: needs a stack of cel::kParseStack.
//
// Upstream: apiextensions validation/validation.go getExpressionCost,
// ValidateCustomResourceDefinitionOpenAPISchema (v0.37.2).
void CompareCosts(const LoadedVersion& before, const LoadedVersion& after, expressions::CompilationBudget& budget,
                  std::vector<Change>& changes);

}  // namespace structural::compare
