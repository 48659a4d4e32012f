// What a server would still refuse in a CRD after its plan.
#pragma once

#include <string_view>

#include "schema/fix/plan.h"

namespace structural::cli {

// Adds to the plan for `crd` an item for each error with which a server would refuse to create what
// becomes of it in v1, and that no item speaks of: needs-you, not done, in the server's words, at
// the nearest place in `crd`. `left` counts the errors that it does not have yet. Pure.
void AddRefusals(std::string_view crd, fix::Plan& plan);

}  // namespace structural::cli
