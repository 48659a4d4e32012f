// AddRefusals: adds the errors that a server would still report for the CRD after its fixes.
#pragma once

#include <string_view>

#include "schema/fix/plan.h"

namespace structural::cli {

// Adds an item to the plan for each error that a server would report on creating the CRD `plan.fixed` in v1, except
// errors for which the plan already has an item. Such an item has the impact kNeedsDecision, is not done, and has the
// server's message. Its path is the nearest place in `crd`, the CRD before the fixes. Also counts the new errors in
// `plan.left`. Pure.
void AddRefusals(std::string_view crd, fix::Plan& plan);

}  // namespace structural::cli
