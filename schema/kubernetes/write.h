// Writes a value like Go's encoding/json writes it from a type.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <string>

#include "schema/json/value.h"
#include "schema/kubernetes/type.h"

namespace structural::kubernetes {

// Whether the kind has a nil value, which JSON writes as null.
bool HasNull(Kind kind);

// Returns the zero value of the type: "", false, 0, {}, null.
json::Value ZeroValueOf(const Type& type);

struct Output {
  std::string& to;
  // A function that appends the JSONSchemaProps with this number (read.h). May be null if the value contains no
  // JSONSchemaProps.
  std::function<void(std::int64_t number)> append_schema = nullptr;
  // Maximum size of `to` in bytes. A list ends after the element that exceeds this size.
  std::size_t max = std::numeric_limits<std::size_t>::max();
};

// Appends the JSON that Go would write for a result of Read: zero values are included unless the field has omitempty,
// and fields that the type does not have are omitted.
void AppendJson(const Type& type, const json::Value& value, const Output& output);

// Semantic equality of API values: nil, absent and empty lists and maps are equal.
//
// Upstream: apimachinery pkg/api/equality Semantic.DeepEqual (v0.37.2).
//
// The values are results of Read. JSONSchemaProps are equal if their numbers are.
bool SemanticEqual(const Type& type, const json::Value& a, const json::Value& b);

}  // namespace structural::kubernetes
