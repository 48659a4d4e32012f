#include "schema/go/url_escape.h"

#include <algorithm>
#include <array>

#include "schema/base/hex.h"
#include "schema/base/quote.h"
#include "schema/base/utf8.h"

namespace structural::go {
namespace {

// For each UrlPart: the characters, besides letters and digits, that need no escape.
constexpr std::array<std::string_view, 6> kPlain = {
    "$&+,-./:;=@_~",           // path
    "$&+,-.;=_~",              // user
    "!\"$&'()*+,-.:;<=>[]_~",  // host
    "!\"$&'()*+,-.:;<=>[]_~",  // zone
    "-._~",                    // query
    "!$&()*+,-./:;=?@_~",      // fragment
};

int ByteOf(std::string_view escape) {
  if (escape.size() < 3) return -1;
  const int high = base::HexValue(escape[1]), low = base::HexValue(escape[2]);
  return high < 0 || low < 0 ? -1 : high * 16 + low;
}

// Whether the escape is allowed. In a host, only bytes above 0x7F and the percent sign of a zone may be escaped.
bool MayBeEscaped(int byte, std::string_view escape, UrlPart part) {
  if (byte < 0) return false;
  if (part == UrlPart::kHost) return byte >= 0x80 || escape == "%25";
  if (part != UrlPart::kZone) return true;
  return escape == "%25" || byte == ' ' || IsPlainInUrl(static_cast<char>(byte), UrlPart::kHost);
}

bool IsFineAsWritten(std::string_view raw, UrlPart part) {
  constexpr std::string_view kFine = "!$&'()*+,;=:@[]%";
  return std::ranges::all_of(raw, [&](char c) { return kFine.find(c) != kFine.npos || IsPlainInUrl(c, part); });
}

}  // namespace

bool IsPlainInUrl(char c, UrlPart part) {
  const std::string_view plain = kPlain[static_cast<std::size_t>(part)];
  return base::IsLetterOrDigit(c) || plain.find(c) != plain.npos;
}

std::string UnescapeUrl(std::string_view text, UrlPart part, std::string& plain) {
  const bool in_host = part == UrlPart::kHost || part == UrlPart::kZone;
  for (; !text.empty(); text.remove_prefix(1)) {
    const char c = text[0];
    if (c != '%') {
      if (in_host && static_cast<unsigned char>(c) < 0x80 && !IsPlainInUrl(c, part))
        return "invalid character " + base::Quote(text.substr(0, 1)) + " in host name";
      plain += c == '+' && part == UrlPart::kQuery ? ' ' : c;
      continue;
    }
    const std::string_view escape = text.substr(0, 3);
    const int byte = ByteOf(escape);
    if (!MayBeEscaped(byte, escape, part)) return "invalid URL escape " + base::Quote(escape);
    plain += static_cast<char>(byte);
    text.remove_prefix(2);
  }
  return {};
}

std::string EscapeUrl(std::string_view text, UrlPart part) {
  std::string escaped;
  for (const char c : text) {
    if (IsPlainInUrl(c, part)) {
      escaped += c;
    } else {
      base::AppendPercentEscape(static_cast<unsigned char>(c), escaped);
    }
  }
  return escaped;
}

std::string EscapedAs(std::string_view raw, std::string_view plain, UrlPart part) {
  std::string unescaped;
  if (!raw.empty() && IsFineAsWritten(raw, part) && UnescapeUrl(raw, part, unescaped).empty() && unescaped == plain) {
    return std::string(raw);
  }
  return EscapeUrl(plain, part);
}

}  // namespace structural::go
