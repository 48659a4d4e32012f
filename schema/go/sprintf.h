// The result of Go's fmt.Sprintf for a format and no arguments.
#pragma once

#include <string>
#include <string_view>

namespace structural::go {

// Returns the result of Go's fmt.Sprintf(text): `text` itself if it has no '%'. Needed because Kubernetes uses some of
// its messages as formats, and these messages contain texts of users.
//
// Upstream: Go fmt doPrintf (Go 1.26), without arguments.
std::string FormatWithoutArguments(std::string_view text);

}  // namespace structural::go
