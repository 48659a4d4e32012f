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

// Reads one schema from `in`, and merges it into `out`. null does not change `out`. The reader keeps errors.
void DecodeSchema(json::JsonReader& in, base::Arena& arena, JSONSchemaProps& out);

// Whether a number in a default, example or enum is out of the range of a double. False if the reader's
// has_unrepresentable_number() is false. If that is true, the result can still be false, because a repeated key may have
// replaced the number.
//
// Upstream: v1/conversion.go Convert_v1_JSON_To_apiextensions_JSON fails on it.
bool HasUnrepresentableNumber(const JSONSchemaProps& schema);

// The object that all empty schemas `{}` inside a schema share. This saves memory, because a text can have one empty
// schema for every three bytes. The structural forms of empty schemas share kEmptyStructural.
inline constexpr JSONSchemaProps kEmptySchema;

}  // namespace structural::crd
