// Base64 as Go's encoding/base64 StdEncoding: padded, line breaks passed over.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace structural::go {

// nullopt where Go refuses the text.
std::optional<std::string> DecodeBase64(std::string_view text);

std::string EncodeBase64(std::string_view bytes);

// Where Go's decoder of the alphabet for URLs, with padding, finds an error; nullopt: nowhere.
//
// Upstream: Go's encoding/base64 decodeQuantum.
std::optional<std::size_t> FindBase64UrlError(std::string_view text);

}  // namespace structural::go
