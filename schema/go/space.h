// Functions for white space, as in Go's strings.TrimSpace.
#pragma once

#include <string_view>

namespace structural::go {

// Whether Go considers the code point as white space.
//
// Upstream: Go unicode.IsSpace.
bool IsSpace(char32_t rune);

// Returns the text without the white space at its beginning and end.
//
// Upstream: Go strings.TrimSpace.
std::string_view TrimSpace(std::string_view text);

// Whether the text is empty or consists only of white space.
bool IsBlank(std::string_view text);

}  // namespace structural::go
