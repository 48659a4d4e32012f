// From apiextensions.k8s.io/v1beta1 to v1.
#pragma once

#include <string_view>

#include "schema/base/result.h"
#include "schema/fix/plan.h"

namespace structural::fix {

// The same CRD in v1, as a server converts it, and structural, as MakePlan makes it. What is to be
// changed in its place is in `edits`, what goes elsewhere is in `moves`. Nothing is done where it
// would not be structural in the end, or something cannot be kept: what is in the way is told, and
// `left` says how much it is. A CRD in v1 is left as it is: what is not structural in it is
// told, and counts. Errors as MakePlan; kLimitExceeded also where so many versions share a schema
// that the CRD in v1 has more than 3 MiB. Pure; safe to call from several threads.
//
// Upstream: apis/apiextensions/{v1,v1beta1}/{defaults,conversion}.go (v0.37.2).
base::Result<Plan> MakeUpgrade(std::string_view crd, ChangeImpact most,
                               const Choices& choices = {});

}  // namespace structural::fix
