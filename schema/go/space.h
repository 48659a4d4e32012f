// White space, as Go's strings.TrimSpace removes it.
#pragma once

#include <string_view>

namespace structural::go {

// Upstream: Go unicode.IsSpace.
bool IsSpace(char32_t rune);

// Upstream: Go strings.TrimSpace.
std::string_view TrimSpace(std::string_view text);

// Whether the text consists only of white space.
bool IsBlank(std::string_view text);

}  // namespace structural::go
