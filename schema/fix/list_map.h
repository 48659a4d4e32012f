// Lists that are maps: what a server demands of them beyond structure.
#pragma once

#include "schema/fix/work.h"

namespace structural::fix {

// Tells, as needs-you, of keys in x-kubernetes-list-map-keys that a server does not take in a new
// CRD: those that an item need not have, and those that may be null. A CRD that has them already
// may keep them. Changes nothing.
//
// Upstream: apis/apiextensions/validation/validation.go validateMapListKeysMapSet (v0.37.2).
void ReportListMapKeys(json& crd, Work& work);

}  // namespace structural::fix
