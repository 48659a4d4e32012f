// The conversion of a CRD from apiextensions.k8s.io/v1beta1 to v1.
#pragma once

#include <string_view>

#include "schema/base/result.h"
#include "schema/fix/plan.h"

namespace structural::fix {

// Returns a plan for the same CRD in v1, as a server converts it, and made structural by MakePlan. `edits` change
// fields in place, `moves` move fields to their place in v1. Both are empty if violations would remain or the
// conversion would lose a field; the items report these obstacles and `left` counts them. A CRD in v1 is not changed;
// its violations are reported and counted. Errors as MakePlan; kLimitExceeded also if copies of a shared schema in each
// version would exceed 3 MiB. Pure; safe to call from several threads.
//
// Upstream: apis/apiextensions/{v1,v1beta1}/{defaults,conversion}.go (v0.37.2).
base::Result<Plan> MakeUpgrade(std::string_view crd, ChangeImpact max, const Choices& choices = {});

}  // namespace structural::fix
