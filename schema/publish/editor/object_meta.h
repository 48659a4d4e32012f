// ObjectMeta as a JSON Schema.
#pragma once

#include <string_view>

namespace structural::publish {

// Returns the members of "properties" as JSON text in static storage.
//
// Upstream: apimachinery pkg/apis/meta/v1/types.go ObjectMeta (v0.37.2).
std::string_view ObjectMetaProperties();

}  // namespace structural::publish
