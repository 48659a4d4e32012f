// The markers of a kind: what a CRD says beside its schemas.
#pragma once

#include "schema/generate/go/marker.h"
#include "schema/generate/kind.h"

namespace structural::generate::go {

// Names, scope, subresources, columns, and what becomes of the version.
//
// Upstream: sigs.k8s.io/controller-tools pkg/crd/markers crd.go (v0.23.0).
Markers KindMarkers(const Kind& kind);

}  // namespace structural::generate::go
