// The rules of CRDs, with what a server estimates of them.
#pragma once

#include "cli/cel/crds.h"
#include "cli/cel/run.h"

namespace structural::cli {

// Prints the rules of all CRDs, of all versions or of one; -> the exit code: 1 where a rule or a
// messageExpression does not compile, or costs too much.
int RunRuleList(const CelOptions& options, CelCrds& crds);

}  // namespace structural::cli
