// What a schema uses, anywhere in it.
#pragma once

#include "schema/model/json_schema_props.h"

namespace structural::validate {

// What needs a schema to be structural. x-kubernetes-map-type is none of the extensions there.
//
// Upstream: apis/apiextensions/validation/validation.go schemaHasDefaults,
// schemaHasKubernetesExtensions (v0.37.2).
bool HasDefaults(const model::JSONSchemaProps& schema);
bool HasExtensions(const model::JSONSchemaProps& schema);

// Whether there are rules in x-kubernetes-validations.
bool HasRules(const model::JSONSchemaProps& schema);

// A `type` that is none of OpenAPI v3.
//
// Upstream: validation.go SchemaHasInvalidTypes.
bool HasInvalidTypes(const model::JSONSchemaProps& schema);
bool IsOpenApiType(std::string_view type);

}  // namespace structural::validate
