// A structural schema as OpenAPI v2 can say it, and kubectl read it.
#pragma once

#include "schema/base/arena.h"
#include "schema/model/structural.h"

namespace structural::publish {

// Without allOf, anyOf, oneOf and not. What is nullable has no type, items or properties, and is
// required nowhere; what has unknown fields has no items or properties. The result is a new tree in
// `arena` that shares what stays.
//
// Upstream: pkg/controller/openapi/v2/conversion.go ToStructuralOpenAPIV2 (v0.37.2).
const model::Structural* ToStructuralOpenAPIV2(const model::Structural& schema, base::Arena& arena);

}  // namespace structural::publish
