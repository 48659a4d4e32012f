// Texts in other encodings than UTF-8.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace structural::document {

// The text in UTF-8, if its byte order mark says that it is UTF-16, and it is. nullopt: it is not.
std::optional<std::string> FromUtf16(std::string_view text);

}  // namespace structural::document
