// Text as Go quotes it.
#pragma once

#include <string>
#include <string_view>

namespace structural::base {

// Like Go's %q: double quotes, backslash escapes, what is not printable as \x, \u or \U.
//
// Upstream: Go strconv Quote, IsPrint (Go 1.26).
std::string Quote(std::string_view text);

// Whether Go calls the code point printable: letters, marks, numbers, punctuation, symbols, a
// space.
//
// Upstream: Go unicode.IsPrint (Go 1.26).
bool IsPrint(char32_t rune);

// Appends the text as a JSON string, quotes included, as Go's encoding/json writes it without HTML
// escaping: U+2028 and U+2029 are escaped, invalid UTF-8 becomes U+FFFD.
void AppendJsonString(std::string_view text, std::string& to);

}  // namespace structural::base
