// Percent escapes in the parts of a URL.
//
// Upstream: Go net/url unescape, escape, validEncoded (Go 1.26).
#pragma once

#include <string>
#include <string_view>

namespace structural::go {

enum class UrlPart { kPath, kUser, kHost, kZone, kQuery, kFragment };

// Whether the character needs no escape in the part.
bool IsPlainInUrl(char c, UrlPart part);

// Appends the unescaped text. Returns Go's error, or an empty text.
std::string UnescapeUrl(std::string_view text, UrlPart part, std::string& plain);

std::string EscapeUrl(std::string_view text, UrlPart part);

// Returns `raw` if it is a valid encoding of `plain`, otherwise Go's default encoding of `plain`. `raw` is empty if the
// URL was written in the default encoding.
std::string EscapedAs(std::string_view raw, std::string_view plain, UrlPart part);

}  // namespace structural::go
