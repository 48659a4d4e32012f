// Writing a value as Go's encoding/json writes it from a type.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <string>

#include "schema/json/value.h"
#include "schema/kubernetes/type.h"

namespace structural::kubernetes {

// Whether the kind has a nil, which null in JSON stands for.
bool HasNull(Kind kind);

// What a value that was never set is: "", false, 0, {}, null.
json::Value Zero(const Type& type);

struct Output {
  std::string& to;
  // Appends the JSONSchemaProps that this number stands for. May be null where there are none.
  std::function<void(std::int64_t number)> append_schema = nullptr;
  // A list ends with the element with which the text becomes longer than that.
  std::size_t most = std::numeric_limits<std::size_t>::max();
};

// Appends what Go would write of a value that Read made: zero values included unless the field says
// omitempty, fields that the type does not have left out.
void AppendJson(const Type& type, const json::Value& value, const Output& output);

// Semantic equality of API values: nil, absent and empty are one for lists and maps.
//
// Upstream: apimachinery pkg/api/equality Semantic.DeepEqual (v0.37.2).
//
// Of values that Read made. JSONSchemaProps are equal if their numbers are.
bool SemanticEqual(const Type& type, const json::Value& a, const json::Value& b);

}  // namespace structural::kubernetes
