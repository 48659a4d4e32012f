// What is wrong with a CRD, where nothing is to be done about it.
#pragma once

#include <string_view>

#include "schema/base/result.h"
#include "schema/fix/plan.h"

namespace structural::fix {

// As MakePlan, but each violation is told as it stands, and preserveUnknownFields is none.
base::Result<Plan> PlanViolations(std::string_view crd);

}  // namespace structural::fix
