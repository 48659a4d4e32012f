// Writes a value of a Go type as JSON, like Go's encoding/json.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <string>

#include "schema/json/value.h"
#include "schema/kubernetes/type.h"

namespace structural::kubernetes {

// Whether Go values of this kind can be nil, which encoding/json writes as null.
bool CanBeNull(Kind kind);

// Returns the zero value of the Go type: "", false, 0, {}, null.
json::Value ZeroValueOf(const Type& type);

struct Output {
  std::string& to;
  // Appends the schema (JSONSchemaProps) that a value contains as `number` (see read.h) to `to`. May be null if the
  // value contains no schema.
  std::function<void(std::int64_t number)> append_schema = nullptr;
  // Limit for the size of `to` in bytes. When a list exceeds the limit, its remaining elements are omitted.
  std::size_t max_bytes = std::numeric_limits<std::size_t>::max();
};

// Appends the JSON that Go would write for `value`, a result of Read. Zero values are written unless the field has
// omitempty. Members that the type does not have are omitted.
void AppendJson(const Type& type, const json::Value& value, const Output& output);

// Whether two values of an API type are semantically equal: nil, absent and empty lists and maps are equal. Both values
// must be results of Read. Schemas (JSONSchemaProps) are equal if their numbers in the values are equal.
//
// Upstream: apimachinery pkg/api/equality Semantic.DeepEqual (v0.37.2).
bool SemanticEqual(const Type& type, const json::Value& a, const json::Value& b);

}  // namespace structural::kubernetes
