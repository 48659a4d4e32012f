// Writing JSONSchemaProps as JSON text.
#pragma once

#include <string>

#include "schema/base/arena.h"
#include "schema/model/json_schema_props.h"

namespace structural::objects {

// Appends what Go's encoding/json writes of a schema: keys sorted, what is empty left out. `arena`
// is working memory.
//
// Upstream: apis/apiextensions/v1/types_jsonschema.go, marshal.go (v0.37.2).
void AppendJson(const model::JSONSchemaProps& schema, base::Arena& arena, std::string& to);

}  // namespace structural::objects
