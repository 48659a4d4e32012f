// Keywords that no structural schema can have.
#pragma once

#include <vector>

#include "schema/crd/model/json_schema_props.h"
#include "schema/kubernetes/violation.h"

namespace structural::compatibility {

// Returns the server's errors about keywords that are not allowed in a structural schema. The server reports them even
// if the schema need not be structural.
//
// Upstream: validation.go specStandardValidatorV3.validate and
// ValidateCustomResourceDefinitionOpenAPISchema (v0.37.2), as far as convert.go NewStructural
// fails for the same reason.
std::vector<kubernetes::Violation> UnsupportedKeywords(const crd::JSONSchemaProps& schema,
                                                       const kubernetes::FieldPath& path);

}  // namespace structural::compatibility
