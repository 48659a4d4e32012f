// Base64 as in Go's encoding/base64 StdEncoding: padding is required, and line breaks are ignored.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace structural::go {

// Returns nullopt if Go rejects the text.
std::optional<std::string> DecodeBase64(std::string_view text);

std::string EncodeBase64(std::string_view bytes);

// Returns the offset of the error that Go's decoder for the URL alphabet, with padding, reports; nullopt if the text is
// valid.
//
// Upstream: Go's encoding/base64 decodeQuantum.
std::optional<std::size_t> FindBase64UrlError(std::string_view text);

}  // namespace structural::go
