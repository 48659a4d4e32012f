// DropUnknownFields removes the fields of a CRD that an older release of Kubernetes does not know, and therefore
// ignores.
#pragma once

#include "schema/base/arena.h"
#include "schema/crd/crd.h"
#include "schema/json/value.h"
#include "schema/validate/release.h"

namespace structural::validate {

// Removes unknown fields from a decoded CRD and from `read`, the result of kubernetes::Read for the same text. Replaces
// the CRD's schemas by copies in `arena`.
void DropUnknownFields(Release release, crd::CustomResourceDefinition& crd, json::Value& read, base::Arena& arena);

// Removes from a CRD's schemas the fields that the release does not convert to the structural form (see
// StructuralPartOf).
void DropUnknownFields(Release release, crd::CustomResourceDefinition& crd, base::Arena& arena);

// Returns the schema with only the parts that a release converts to the structural form. Releases up to 1.35 do not
// convert `example` and `externalDocs`.
const crd::JSONSchemaProps& StructuralPartOf(Release release, const crd::JSONSchemaProps& schema, base::Arena& arena);

}  // namespace structural::validate
