// ObjectMeta as a JSON Schema.
#pragma once

#include <string_view>

namespace structural::publish {

// The members of "properties". Static storage.
//
// Upstream: apimachinery pkg/apis/meta/v1/types.go ObjectMeta (v0.37.2).
std::string_view ObjectMetaProperties();

}  // namespace structural::publish
