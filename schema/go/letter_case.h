// Upper and lower case as Go has it.
#pragma once

#include <string>
#include <string_view>

namespace structural::go {

// Code point by code point; what is not UTF-8 becomes U+FFFD.
//
// Upstream: Go strings.ToLower.
std::string ToLower(std::string_view text);

// Upstream: Go unicode.ToUpper.
char32_t ToUpper(char32_t rune);

// Whether Go's encoding/json takes `key` for the field `lower`, which is written in small ASCII
// letters: the long s and the Kelvin sign are an s and a k to it.
//
// Upstream: Go encoding/json fold.go foldName.
bool EqualFold(std::string_view key, std::string_view lower);

}  // namespace structural::go
