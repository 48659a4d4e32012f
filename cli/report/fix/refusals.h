// AddRefusals: adds the errors that a server would report for a fixed CRD.
#pragma once

#include <string_view>

#include "schema/fix/plan.h"

namespace structural::cli {

// Adds an item to the plan for each error of a server that creates the changed CRD in v1. Omits an error that an item
// already reports. The new item has the class needs-you, is not done, and has the server's message and the nearest
// place in `crd`. Adds the new errors to `left`. Pure.
void AddRefusals(std::string_view crd, fix::Plan& plan);

}  // namespace structural::cli
