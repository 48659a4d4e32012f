// What a schema has that no structural schema can have.
#pragma once

#include <vector>

#include "schema/kubernetes/violation.h"
#include "schema/model/json_schema_props.h"

namespace structural::compatibility {

// What the server says of keywords that have no place in a structural schema, whether the schema
// has to be structural or not.
//
// Upstream: validation.go specStandardValidatorV3.validate and
// ValidateCustomResourceDefinitionOpenAPISchema (v0.37.2), as far as convert.go NewStructural
// fails for the same reason.
std::vector<kubernetes::Violation> UnsupportedKeywords(const model::JSONSchemaProps& schema,
                                                       const kubernetes::FieldPath& path);

}  // namespace structural::compatibility
