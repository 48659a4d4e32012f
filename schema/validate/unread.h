// DropUnknownFields: fields of a CRD that a release of Kubernetes does not know, and therefore ignores.
#pragma once

#include "schema/base/arena.h"
#include "schema/crd/crd.h"
#include "schema/json/value.h"
#include "schema/validate/release.h"

namespace structural::validate {

// Removes the fields from a decoded CRD. Replaces its schemas by copies in `arena`. `read` is the result of
// kubernetes::Read for the same text.
void DropUnknownFields(Release release, crd::CustomResourceDefinition& crd, json::Value& read, base::Arena& arena);

// Removes the fields from schemas that are converted to structural ones (SchemaForStructural).
void DropUnknownFields(Release release, crd::CustomResourceDefinition& crd, base::Arena& arena);

// Returns the parts of a schema that a release converts to the structural form: up to 1.35, without `example` and
// `externalDocs`.
const crd::JSONSchemaProps& SchemaForStructural(Release release, const crd::JSONSchemaProps& schema,
                                                base::Arena& arena);

}  // namespace structural::validate
