// Writing a value as Go's encoding/json writes it from a type.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "schema/api/type.h"

namespace structural::api {

// Whether the kind has a nil, which null in JSON stands for.
bool HasNull(Kind kind);

// What a value that was never set is: "", false, 0, {}, null.
nlohmann::json Zero(const Type& type);

// `value` is what Read made, or ReadWithoutSchemas: the result has the fields that Go would write, zero values included
// unless the field says omitempty.
nlohmann::json Write(const Type& type, const nlohmann::json& value);

}  // namespace structural::api
