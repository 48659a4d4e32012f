// The parts of an expression as it is written.
#pragma once

#include <vector>

#include "schema/cel/api/cel.h"
#include "schema/cel/cost/estimate.h"
#include "schema/cel/parse.h"

namespace structural::cel {

// Without constants and names of variables. `estimates` is by id. Goes down by recursion.
std::vector<ExpressionPart> PartsOfExpression(const Source& source, const Parsed& parsed,
                                              const std::vector<cost::PartEstimate>& estimates);

}  // namespace structural::cel
