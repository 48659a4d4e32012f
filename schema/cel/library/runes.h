// Texts by code points.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace structural::cel::library {

// Where the code point at an index begins; the size of the text for the index behind the last, and
// nullopt beyond. Bytes that are not UTF-8 are code points, as for Go.
std::optional<std::size_t> OffsetOfRune(std::string_view text, std::int64_t index);

// Upstream: cel-go ext/strings.go indexOfOffset, lastIndexOfOffset (v0.29.2).
//
// -1 where there is none. Cost: linear in both texts. Precondition: `offset` is not negative.
std::int64_t IndexOf(std::string_view text, std::string_view part, std::int64_t offset);
std::int64_t LastIndexOf(std::string_view text, std::string_view part, std::int64_t offset);

}  // namespace structural::cel::library
