// Finds the parts of an expression as written.
#pragma once

#include <vector>

#include "schema/cel/cost/estimate.h"
#include "schema/cel/parse.h"
#include "schema/expressions/api/cel.h"

namespace structural::cel {

// Constants and names of variables are not parts. `estimates` is indexed by id. Recursive.
std::vector<ExpressionPart> PartsOfExpression(const Source& source, const Parsed& parsed,
                                              const std::vector<cost::PartEstimate>& estimates);

}  // namespace structural::cel
