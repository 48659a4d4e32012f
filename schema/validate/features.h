// Functions that return whether a schema, or a schema inside it, uses a feature.
#pragma once

#include "schema/crd/model/json_schema_props.h"

namespace structural::validate {

// Return whether the schema uses one of the two features that require a structural schema: defaults and Kubernetes'
// extensions. As in upstream, x-kubernetes-map-type does not count as an extension.
//
// Upstream: apis/apiextensions/validation/validation.go schemaHasDefaults,
// schemaHasKubernetesExtensions (v0.37.2).
bool HasDefaults(const crd::JSONSchemaProps& schema);
bool HasExtensions(const crd::JSONSchemaProps& schema);

// Whether the schema has rules in x-kubernetes-validations.
bool HasRules(const crd::JSONSchemaProps& schema);

// Whether the schema has a `type` that OpenAPI v3 does not define.
//
// Upstream: validation.go SchemaHasInvalidTypes.
bool HasInvalidTypes(const crd::JSONSchemaProps& schema);
bool IsOpenApiType(std::string_view type);

}  // namespace structural::validate
