// Decodes a schema from JSON like an API server.
//
// Unknown keywords are ignored, and null means that the keyword is absent. `items` is a schema or a list of schemas,
// and `additionalProperties` is a schema or a boolean. A repeated keyword is decoded as in Go: the last scalar is used,
// maps and objects are merged by key, lists by index. A value of a wrong JSON type, or a number that is out of range,
// is an error.
//
// Upstream: apis/apiextensions/v1/marshal.go and Go encoding/json over types_jsonschema.go
// (v0.37.2).
#pragma once

#include "schema/base/arena.h"
#include "schema/crd/model/json_schema_props.h"
#include "schema/json/reader.h"

namespace structural::crd {

// Reads one object from `in`, and merges it into `out`. null does not change `out`. The reader keeps errors.
void DecodeSchema(json::JsonReader& in, base::Arena& arena, JSONSchemaProps& out);

// Whether a number in a default, example or enum is out of the range of a double. The call is necessary only if the
// reader's unrepresentable() is true. Even then the result can be false, because a repeated key may have replaced the
// number.
//
// Upstream: v1/conversion.go Convert_v1_JSON_To_apiextensions_JSON fails on it.
bool HasUnrepresentableNumber(const JSONSchemaProps& schema);

// The object for all empty schemas `{}` inside a schema. Sharing it saves memory, because a text may have one empty
// schema for every three bytes. The structural forms of empty schemas share one object, too (kEmptyStructural).
inline constexpr JSONSchemaProps kEmptySchema;

}  // namespace structural::crd
