// What `structural scan --fix` prints.
#pragma once

#include <memory>

#include "cli/scan/reporter.h"
#include "schema/fix/plan.h"

namespace structural::cli {

// A shell script: for each CRD that can be mended, what is to be changed and what it costs, and a
// call of `kubectl patch` that only tries it (--dry-run=server). A patch fits the CRD as it was
// seen, and fails where it has changed since.
std::unique_ptr<scan::Reporter> NewPatchScript(fix::ChangeImpact most, bool contexts);

// The same as JSON: [{"context", "crd", "patch", "items", "left"}].
std::unique_ptr<scan::Reporter> NewPatchList(fix::ChangeImpact most);

}  // namespace structural::cli
