// MayLoseFields: whether pruning by a schema could take fields out of custom resources.
#pragma once

#include "schema/crd/crd.h"

namespace structural::scan {

// True where spec.preserveUnknownFields is true, and some version's schema does not keep all there
// may be: with x-kubernetes-preserve-unknown-fields at every object. Says nothing about the custom
// resources that there are. Pure.
bool MayLoseFields(const crd::CustomResourceDefinition& crd);

}  // namespace structural::scan
