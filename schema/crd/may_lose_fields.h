// Whether pruning by the schemas of a CRD could take fields out of custom resources.
#pragma once

#include "schema/crd/crd.h"

namespace structural::crd {

// Returns whether pruning by a schema could drop fields of custom resources:
// spec.preserveUnknownFields is true, and the schema of a version does not have
// x-kubernetes-preserve-unknown-fields at every object. Says nothing about existing custom
// resources. Pure.
bool MayLoseFields(const CustomResourceDefinition& crd);

}  // namespace structural::crd
