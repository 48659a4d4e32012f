// Semantic equality of schemas: of lists and maps, nil, absent and empty are one.
#pragma once

#include "schema/model/json_schema_props.h"

namespace structural::model {

// Pure. Stops at the first difference.
//
// Upstream: apimachinery pkg/api/equality Semantic.DeepEqual of JSONSchemaProps (v0.37.2).
bool SemanticEqual(const JSONSchemaProps& a, const JSONSchemaProps& b);

// The same of schemas that may be missing (nullptr).
bool SemanticEqual(const JSONSchemaProps* a, const JSONSchemaProps* b);

}  // namespace structural::model
