// Whether an update leaves the spec as it is.
#pragma once

#include "schema/crd/crd.h"

namespace structural::compatibility {

// Compares what the server would store: defaulted, in the internal form, so that the versions of
// the API may differ. Pure.
//
// Upstream: apimachinery pkg/api/equality Semantic.DeepEqual of CustomResourceDefinitionSpec
// (v0.37.2).
bool SameSpec(const crd::CustomResourceDefinition& a, const crd::CustomResourceDefinition& b);

}  // namespace structural::compatibility
