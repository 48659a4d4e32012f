// Converts and compares upper and lower case like Go.
#pragma once

#include <string>
#include <string_view>

namespace structural::go {

// Converts each code point to lower case. Bytes that are not UTF-8 become U+FFFD.
//
// Upstream: Go strings.ToLower.
std::string ToLower(std::string_view text);

// Returns the upper-case form of a code point; the code point itself if it has none.
//
// Upstream: Go unicode.ToUpper.
char32_t ToUpper(char32_t rune);

// Whether Go's encoding/json considers `key` a name of the field `lower`, which consists of lower-case ASCII letters.
// The long s (U+017F) and the Kelvin sign (U+212A) are equal to s and k.
//
// Upstream: Go encoding/json fold.go foldName.
bool EqualFold(std::string_view key, std::string_view lower);

}  // namespace structural::go
