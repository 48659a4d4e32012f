// Lists the rules of CRDs with their estimated costs.
#pragma once

#include "cli/objects/cel/crds.h"
#include "cli/objects/cel/run.h"

namespace structural::cli {

// Prints the rules of all CRDs, in all versions or one. Returns the exit code: 1 if a rule or a
// messageExpression does not compile, or exceeds its cost limit.
int RunRuleList(const CelOptions& options, CelCrds& crds);

}  // namespace structural::cli
