// Walking through a schema before it is known to be structural: every schema in it, whatever
// keyword it stands under.
#pragma once

#include <functional>

#include "schema/kubernetes/violation.h"
#include "schema/model/json_schema_props.h"

namespace structural::validate {

// Where Kubernetes looks for features, and where it validates.
enum class Reach {
  kEverywhere,  // upstream: validation.go SchemaHas
  kValidated,   // upstream: ValidateCustomResourceDefinitionOpenAPISchema; not below
                // patternProperties and additionalItems
};

using Visit = std::function<bool(const model::JSONSchemaProps&, const kubernetes::FieldPath&)>;

// Calls `visit` for the schema and all below it until one call returns true, and returns whether
// one did.
bool Any(const model::JSONSchemaProps& schema, const kubernetes::FieldPath& path, Reach reach,
         const Visit& visit);

}  // namespace structural::validate
