// A CRD's fields, from where v1beta1 has them to where v1 does.
#pragma once

#include "schema/fix/changes.h"

namespace structural::fix {

// What Kubernetes' own conversion would lose, or no server takes: told as needs-you, each with what
// to do. Returns how many. Precondition: spec is an object.
std::size_t ReportObstacles(const json& crd, Work& work);

// Preconditions: there are no obstacles. Both change the CRD: first what stays in its place, then
// what goes elsewhere.
void UpgradeInPlace(const json& crd, Changes& changes, Work& work);
void UpgradeByMoves(const json& crd, Changes& changes, Work& work);

}  // namespace structural::fix
