// The definition of a kind as the KEP publishes it.
#pragma once

#include "schema/base/arena.h"
#include "schema/json/value.h"
#include "schema/publish/definitions.h"
#include "schema/publish/open_api.h"
#include "schema/publish/resource.h"

namespace structural::publish::kep {

// Of the schema as the CRD has it in JSON. The KEP tells how it is unfolded; apiVersion, kind,
// metadata and the extensions of a kind, of which it does not speak, are as Kubernetes has them.
// A null schema is that of an object with any fields. Preconditions: the schema is structural, and
// its unions can be used. `arena` is working memory.
Definition KindDefinition(const Resource& resource, const json::Value& schema, OpenApi format,
                          base::Arena& arena);

}  // namespace structural::publish::kep
