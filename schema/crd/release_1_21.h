// A schema as Kubernetes 1.21 saw it, so that today's rules find in it what that release found.
//
// Three rules changed since:
//   `additionalProperties: false` under a junctor was a violation, and is none any more
//   x-kubernetes-validations was unknown, and is now a violation under a junctor
//   example and externalDocs were dropped, and count now: where metadata or a branch of the
//     int-or-string pattern carries one
//
// Upstream: pkg/apiserver/schema validation.go, convert.go (v0.21.14 and v0.37.2).
#pragma once

#include "schema/base/arena.h"
#include "schema/model/json_schema_props.h"

namespace structural::crd {

// The result is in `arena`, and shares the strings and values of `schema`.
const model::JSONSchemaProps* AsIn1_21(const model::JSONSchemaProps& schema, base::Arena& arena);

}  // namespace structural::crd
