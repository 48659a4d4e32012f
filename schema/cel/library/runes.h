// Access to texts by code points.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace structural::cel::library {

// Returns the offset of the code point at `index`; the size of the text for the index after the last one, and nullopt
// beyond. Each byte that is not UTF-8 is a code point, as in Go.
std::optional<std::size_t> OffsetOfRune(std::string_view text, std::int64_t index);

// Return the index of the first occurrence of `part` at or after `offset`, and of the last one at or before `offset`,
// in code points.
//
// Upstream: cel-go ext/strings.go indexOfOffset, lastIndexOfOffset (v0.29.2).
//
// Return -1 if the text does not contain `part`. Cost: linear in both texts. Precondition: `offset` is not negative.
std::int64_t IndexOf(std::string_view text, std::string_view part, std::int64_t offset);
std::int64_t LastIndexOf(std::string_view text, std::string_view part, std::int64_t offset);

}  // namespace structural::cel::library
