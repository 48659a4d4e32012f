// fmt.Sprintf of a text without arguments.
#pragma once

#include <string>
#include <string_view>

namespace structural::go {

// Returns the result of Go's fmt.Sprintf(text): `text` itself if it has no '%'. Kubernetes uses its messages, which
// contain values of users, as formats.
//
// Upstream: Go fmt doPrintf (Go 1.26), without arguments.
std::string FormatWithoutArguments(std::string_view text);

}  // namespace structural::go
