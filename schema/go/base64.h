// Base64 as in Go's encoding/base64 StdEncoding: padding is required, and line breaks are ignored.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace structural::go {

// Decodes `text`; nullopt if Go rejects it.
std::optional<std::string> DecodeBase64(std::string_view text);

std::string EncodeBase64(std::string_view bytes);

// Returns the offset of the error that Go's decoder for URL-safe Base64 with padding (URLEncoding) reports; nullopt if
// the text is valid.
//
// Upstream: Go's encoding/base64 decodeQuantum.
std::optional<std::size_t> FindBase64UrlError(std::string_view text);

}  // namespace structural::go
