// Semantic equality of API values: nil, absent and empty are one for lists and maps.
//
// Upstream: apimachinery pkg/api/equality Semantic.DeepEqual (v0.37.2).
#pragma once

#include "schema/json/value.h"
#include "schema/kubernetes/type.h"

namespace structural::kubernetes {

// Of values that Read made. JSONSchemaProps are equal if their numbers are.
bool SemanticEqual(const Type& type, const json::Value& a, const json::Value& b);

}  // namespace structural::kubernetes
