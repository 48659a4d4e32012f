// Reading a value as Go's encoding/json reads it into a type.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "schema/api/type.h"
#include "schema/base/json_reader.h"

namespace structural::api {

// Reads the value that stands next, over what is in `out` already: unknown fields are dropped, a
// repeated one is read over the first. A wrong JSON type, or a number that does not fit, is a
// mistake that stays in the reader.
//
// In `out`, fields that are absent or null pointers, lists or maps are absent; times are
// normalised.
void Read(base::JsonReader& in, const Type& type, nlohmann::json& out);

// The same, but JSONSchemaProps are passed over: each is an empty binary value of subtype 0.
void ReadWithoutSchemas(base::JsonReader& in, const Type& type, nlohmann::json& out);

// The same without a result: whether Go could read it.
void Check(base::JsonReader& in, const Type& type);

// Checks the member that stands next: by the field's type, or for well-formedness where the struct
// has no such field.
void CheckMember(base::JsonReader& in, const Type& structure, std::string_view name);

}  // namespace structural::api
