// The outputs of `structural scan --fix`.
#pragma once

#include <memory>

#include "cli/cluster/scan/reporter.h"
#include "schema/fix/plan.h"

namespace structural::cli {

// Returns a reporter that writes a shell script. For each CRD with fixes it has the changes with
// their impact, and a call of `kubectl patch` that only tests them (--dry-run=server). A patch
// fails if the CRD has changed since it was read.
std::unique_ptr<scan::Reporter> NewPatchScript(fix::ChangeImpact most, bool contexts);

// Returns a reporter that writes the same changes and patches as JSON: [{"context", "crd", "patch",
// "items", "left"}].
std::unique_ptr<scan::Reporter> NewPatchList(fix::ChangeImpact most);

}  // namespace structural::cli
