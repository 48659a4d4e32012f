// Returns the values of string and bytes literals.
//
// Upstream: cel-go parser/unescape.go (v0.29.2).
#pragma once

#include <string>
#include <string_view>

#include "schema/base/result.h"

namespace structural::cel {

// Returns the value of a string literal as written, with its quotes and its prefix r. Line breaks become \n. In bytes,
// \x and octal escapes are bytes. The error's message is cel-go's.
base::Result<std::string> Unescape(std::string_view literal, bool bytes);

}  // namespace structural::cel
