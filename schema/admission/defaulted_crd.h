// A CRD as a server defaults it, and the served form of a version's schema.
#pragma once

#include <string_view>

#include "schema/base/arena.h"
#include "schema/base/result.h"
#include "schema/crd/crd.h"
#include "schema/crd/model/json_schema_props.h"
#include "schema/crd/model/structural.h"
#include "schema/json/value.h"
#include "schema/objects/validate.h"

namespace structural::admission {

// A CRD as a server defaults it. Points into the text that ReadDefaulted read, and into the arena.
struct DefaultedCrd {
  crd::CustomResourceDefinition decoded;  // the CRD without defaults, with the schema of each version
  json::Value spec;                       // spec of v1, defaulted, without schemas
};

// `text` is JSON of a CRD in v1 or v1beta1. Errors: as crd::Decode.
base::Result<DefaultedCrd> ReadDefaulted(std::string_view text, base::Arena& arena);

struct ServedSchema {
  const crd::Structural* structural = nullptr;  // null: the schema has no structural form
  const objects::Checks* checks = nullptr;      // null: every value is valid
  // The reason why a server does not serve the version: the server prunes, but the schema has no structural form, or
  // has defaults that cannot be pruned.
  base::Status status = base::Ok();
};

// Returns the served form of a schema. A server that prunes also prunes the defaults. The result points into the schema
// and the arena.
//
// Upstream: apiserver/customresource_handler.go getOrCreateServingInfoFor (v0.37.2).
ServedSchema ServeSchema(const crd::JSONSchemaProps& schema, bool prunes, base::Arena& arena);

}  // namespace structural::admission
