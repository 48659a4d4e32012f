// Base64 as in Go's encoding/base64 StdEncoding: padding is required, and line breaks are ignored.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace structural::go {

// Decodes `text`; nullopt if Go rejects it.
std::optional<std::string> DecodeBase64(std::string_view text);

std::string EncodeBase64(std::string_view bytes);

// The Base64 letters for the values 62 and 63: `+` and `/`, or `-` and `_` in URLs.
enum class Base64Alphabet : char { kStandard, kUrl };

// Returns the offset of the error that Go's decoder for Base64 with padding reports: StdEncoding for kStandard,
// URLEncoding for kUrl. Returns nullopt if the text is valid.
//
// Upstream: Go's encoding/base64 decodeQuantum.
std::optional<std::size_t> FindBase64Error(std::string_view text, Base64Alphabet alphabet);

}  // namespace structural::go
