// Decodes a schema from JSON like an API server.
//
// Unknown keywords are ignored, null means absent, `items` is a schema or a list of schemas, `additionalProperties` a
// schema or a boolean. A repeated keyword is decoded as in Go: the last scalar wins, maps and objects are merged by
// key, lists by index. A value of a wrong JSON type, or a number that does not fit, is an error.
//
// Upstream: apis/apiextensions/v1/marshal.go and Go encoding/json over types_jsonschema.go
// (v0.37.2).
#pragma once

#include "schema/base/arena.h"
#include "schema/crd/model/json_schema_props.h"
#include "schema/json/reader.h"

namespace structural::crd {

// Reads one object from `in`, and merges it into `out`. The reader keeps errors. null changes nothing.
void DecodeSchema(json::JsonReader& in, base::Arena& arena, JSONSchemaProps& out);

// Whether a number in a default, example or enum is beyond the range of a double. Needed only if the reader's
// unrepresentable() is true: such a number may have been replaced by a repeated key.
//
// Upstream: v1/conversion.go Convert_v1_JSON_To_apiextensions_JSON fails on it.
bool HasUnrepresentableNumber(const JSONSchemaProps& schema);

// All empty schemas `{}` within a schema are this object, because a text may have one for every three bytes. The forms
// that are converted from it share one object, too.
inline constexpr JSONSchemaProps kEmptySchema;

}  // namespace structural::crd
