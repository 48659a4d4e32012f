// Percent escapes in the parts of a URL.
//
// Upstream: Go net/url unescape, escape, validEncoded (Go 1.26).
#pragma once

#include <string>
#include <string_view>

namespace structural::go {

enum class UrlPart { kPath, kUser, kHost, kZone, kQuery, kFragment };

// Whether a character stands for itself in the part.
bool IsPlainInUrl(char c, UrlPart part);

// Appends the text without its escapes. Returns Go's error, empty where there is none.
std::string UnescapeUrl(std::string_view text, UrlPart part, std::string& plain);

std::string EscapeUrl(std::string_view text, UrlPart part);

// `raw` where it is a fine way to write `plain`, else Go's way. What is written Go's way has no
// raw form.
std::string EscapedAs(std::string_view raw, std::string_view plain, UrlPart part);

}  // namespace structural::go
