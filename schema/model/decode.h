// Decoding a schema from JSON with the API server's semantics.
//
// Unknown keywords are ignored, null means absent, `items` may be a schema or a list of them,
// `additionalProperties` a schema or a boolean. A keyword that stands twice is read twice, as Go
// does: the last scalar counts, maps and objects are merged key by key, lists element by element.
// A value of a wrong JSON type, or a number that does not fit, is an error.
//
// Upstream: apis/apiextensions/v1/marshal.go and Go encoding/json over types_jsonschema.go
// (v0.37.2).
#pragma once

#include "schema/base/arena.h"
#include "schema/json/reader.h"
#include "schema/model/json_schema_props.h"

namespace structural::model {

// Reads one object from `in` into `out`, over what is there already. A mistake stays in the reader.
// Nothing is read where the value is null.
void DecodeSchema(json::JsonReader& in, base::Arena& arena, JSONSchemaProps& out);

// Whether a number in a default, an example or an enum is beyond the range of a double. To be asked
// where the reader's unrepresentable() says that the text has one: it may have been replaced.
//
// Upstream: v1/conversion.go Convert_v1_JSON_To_apiextensions_JSON fails on it.
bool HasUnrepresentableNumber(const JSONSchemaProps& schema);

// A schema within another that says nothing, `{}`, is this very object: there may be one for every
// three bytes of a text. The forms that are made of it share theirs.
inline constexpr JSONSchemaProps kNoSchema;

}  // namespace structural::model
