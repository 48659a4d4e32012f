// spec.preserveUnknownFields: true, which a structural CRD must not have.
#pragma once

#include "schema/fix/work.h"

namespace structural::fix {

// Whether the CRD stores fields that its schema does not name: it says so, or it is v1beta1 and
// does not say otherwise.
bool PreservesUnknownFields(const json& crd);

// Switches it off, and keeps unknown fields by x-kubernetes-preserve-unknown-fields in every object
// that a schema of the CRD describes: the extension holds for one level only. Nothing that is
// stored is lost, and nothing is refused.
void PreserveBySchema(json& crd, Work& work);

}  // namespace structural::fix
