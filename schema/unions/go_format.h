// A text taken for a format.
#pragma once

#include <string>
#include <string_view>

namespace structural::unions {

// What Go's fmt.Sprintf(text) gives: the same where there is no '%'. Kubernetes' messages go
// through it with the values of users in them.
//
// Upstream: Go fmt doPrintf (Go 1.26), without arguments.
std::string FormatWithoutArguments(std::string_view text);

}  // namespace structural::unions
