// Semantic equality of API values: nil, absent and empty are one for lists and maps.
//
// Upstream: apimachinery pkg/api/equality Semantic.DeepEqual (v0.37.2).
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "schema/api/type.h"

namespace structural::api {

// Schemas that ReadWithoutSchemas passed over are equal if their subtypes are.
bool SemanticEqual(const Type& type, const nlohmann::json& a, const nlohmann::json& b);

}  // namespace structural::api
