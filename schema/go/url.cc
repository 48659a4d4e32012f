#include "schema/go/url.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "schema/base/hex.h"
#include "schema/base/quote.h"
#include "schema/base/utf8.h"
#include "schema/go/letter_case.h"
#include "schema/go/netip.h"

namespace structural::go {
namespace {

// A part of a URL. Each part has its own rules for percent escapes.
//
// Upstream: Go net/url unescape, escape, validEncoded (Go 1.26).
enum class UrlPart { kPath, kUser, kHost, kZone, kQuery, kFragment };

// For each UrlPart: the characters that need no escape, in addition to letters and digits.
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

// Whether the character needs no escape in this part of a URL.
bool IsPlainInUrl(char c, UrlPart part) {
  const std::string_view plain = kPlain[static_cast<std::size_t>(part)];
  return base::IsLetterOrDigit(c) || plain.find(c) != plain.npos;
}

// Whether a percent escape of this byte is allowed in this part of a URL. For example, only bytes above 0x7F and the
// percent sign before a zone may be escaped in a host.
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

// Decodes the percent escapes of `text`, and appends the result to `plain`. Returns Go's error; empty on success.
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

// Returns `raw` if it is a valid encoding of `plain`, otherwise Go's default encoding of `plain`. An empty `raw` means
// the default encoding.
std::string EscapedAs(std::string_view raw, std::string_view plain, UrlPart part) {
  std::string unescaped;
  if (!raw.empty() && IsFineAsWritten(raw, part) && UnescapeUrl(raw, part, unescaped).empty() && unescaped == plain) {
    return std::string(raw);
  }
  return EscapeUrl(plain, part);
}

bool IsOneOf(char c, std::string_view chars) { return chars.find(c) != std::string_view::npos; }

bool IsPort(std::string_view text) {
  return text.empty() || (text[0] == ':' && std::ranges::all_of(text.substr(1), base::IsDigit));
}

class UrlParser {
 public:
  std::string error;
  Url url;

  bool Parse(std::string_view text, bool via_request) {
    const auto control = [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; };
    if (std::ranges::any_of(text, control)) return Fail("net/url: invalid control character in URL");
    if (text.empty() && via_request) return Fail("empty url");
    if (text == "*") {
      url.path = text;
      return true;
    }
    std::string_view rest;
    if (!Scheme(text, rest)) return false;
    Query(rest);
    if (!rest.starts_with('/')) {
      if (!url.scheme.empty()) {
        url.opaque = rest;
        return true;
      }
      if (via_request) return Fail("invalid URI for request");
      if (rest.substr(0, rest.find('/')).find(':') != rest.npos)
        return Fail("first path segment in URL cannot contain colon");
    }
    const bool may_have_host = !url.scheme.empty() || (!via_request && !rest.starts_with("///"));
    if (may_have_host && rest.starts_with("//")) {
      rest.remove_prefix(2);
      const auto end = std::min(rest.find('/'), rest.size());
      if (!Authority(rest.substr(0, end))) return false;
      rest.remove_prefix(end);
    } else {
      url.omit_host = !url.scheme.empty();
    }
    return Part(rest, UrlPart::kPath, url.path, url.raw_path);
  }

  // Decodes the percent escapes of `text`, and appends the result to `plain`. Sets `raw` to `text` if Go's default
  // encoding of `plain` differs from `text`. Returns false if an escape is invalid.
  bool Part(std::string_view text, UrlPart part, std::string& plain, std::string& raw) {
    if (!Unescape(text, part, plain)) return false;
    if (EscapeUrl(plain, part) != text) raw = text;
    return true;
  }

 private:
  bool Fail(std::string why) {
    error = std::move(why);
    return false;
  }

  bool Unescape(std::string_view text, UrlPart part, std::string& plain) {
    error = UnescapeUrl(text, part, plain);
    return error.empty();
  }

  bool Scheme(std::string_view text, std::string_view& rest) {
    rest = text;
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (base::IsLetter(text[i])) continue;
      if (text[i] == ':') {
        if (i == 0) return Fail("missing protocol scheme");
        url.scheme = go::ToLower(text.substr(0, i));
        rest = text.substr(i + 1);
        return true;
      }
      if (i == 0 || !(base::IsDigit(text[i]) || IsOneOf(text[i], "+-."))) return true;
    }
    return true;
  }

  void Query(std::string_view& rest) {
    const auto mark = rest.find('?');
    if (mark == rest.npos) return;
    url.query = rest.substr(mark + 1);
    url.force_query = url.query.empty();
    rest = rest.substr(0, mark);
  }

  bool Authority(std::string_view authority) {
    const auto at = authority.rfind('@');
    if (at == authority.npos) return Host(authority);
    return Host(authority.substr(at + 1)) && User(authority.substr(0, at));
  }

  bool User(std::string_view user) {
    const bool valid =
        std::ranges::all_of(user, [](char c) { return base::IsLetterOrDigit(c) || IsOneOf(c, "-._:~!$&'()*+,;=%@"); });
    if (!valid) return Fail("net/url: invalid userinfo");
    const auto colon = user.find(':');
    std::string name, password;
    if (!Unescape(user.substr(0, colon), UrlPart::kUser, name)) return false;
    url.user = EscapeUrl(name, UrlPart::kUser);
    if (colon == user.npos) return true;
    if (!Unescape(user.substr(colon + 1), UrlPart::kUser, password)) return false;
    *url.user += ":" + EscapeUrl(password, UrlPart::kUser);
    return true;
  }

  bool Port(std::string_view text) { return IsPort(text) || Fail("invalid port " + base::Quote(text) + " after host"); }

  bool Host(std::string_view host) {
    const auto bracket = host.rfind('[');
    if (bracket == 0) return Literal(host);
    if (bracket != host.npos) return Fail("invalid IP-literal");
    const bool strict = url.scheme == "http" || url.scheme == "https";
    const auto colon = strict ? host.find(':') : host.rfind(':');
    if (colon != host.npos && !Port(host.substr(colon))) return false;
    return Unescape(host, UrlPart::kHost, url.host);
  }

  // Reads a host with an IP literal in brackets, and its port: "[fe80::1%25en0]:80".
  bool Literal(std::string_view host) {
    const auto close = host.rfind(']');
    if (close == host.npos) return Fail("missing ']' in host");
    if (!Port(host.substr(close + 1))) return false;
    const std::string_view name = host.substr(1, close - 1);
    const auto zone = std::min(name.find("%25"), name.size());
    std::string plain;
    if (!Unescape(name.substr(0, zone), UrlPart::kHost, plain)) return false;
    if (!Unescape(name.substr(zone), UrlPart::kZone, plain)) return false;
    const auto address = ParseAddress(plain);
    if (const auto* why = std::get_if<std::string>(&address)) return Fail("invalid host: " + *why);
    if (std::get<Address>(address).is4) return Fail("invalid IP-literal");
    ((url.host = "[") += plain).append(host.substr(close));
    return true;
  }
};

}  // namespace

std::variant<Url, std::string> ParseUrl(std::string_view text, UrlKind kind) {
  UrlParser parser;
  const bool request = kind == UrlKind::kRequest;
  const auto mark = request ? text.npos : text.find('#');
  const std::string_view plain = text.substr(0, mark);
  Url& url = parser.url;
  if (!parser.Parse(plain, request)) return "parse " + base::Quote(plain) + ": " + parser.error;
  if (mark != text.npos && !parser.Part(text.substr(mark + 1), UrlPart::kFragment, url.fragment, url.raw_fragment)) {
    return "parse " + base::Quote(text) + ": " + parser.error;
  }
  return std::move(url);
}

std::string_view Url::Hostname() const {
  std::string_view name = host;
  const auto colon = name.rfind(':');
  if (colon != name.npos && IsPort(name.substr(colon))) name = name.substr(0, colon);
  if (name.starts_with('[') && name.ends_with(']')) name = name.substr(1, name.size() - 2);
  return name;
}

std::string_view Url::Port() const {
  const std::string_view whole = host;
  const auto colon = whole.rfind(':');
  if (colon == whole.npos || !IsPort(whole.substr(colon))) return {};
  return whole.substr(colon + 1);
}

std::string Url::EscapedPath() const {
  if (raw_path.empty() && path == "*") return path;
  return EscapedAs(raw_path, path, UrlPart::kPath);
}

namespace {

constexpr std::size_t kMaxParameters = 10'000;

// Appends the authority of the URL: //user@host.
void AppendAuthority(const Url& url, std::string& to) {
  if (url.scheme.empty() && url.host.empty() && !url.user) return;
  if (url.omit_host && url.host.empty() && !url.user) return;
  if (!url.host.empty() || !url.path.empty() || url.user) to += "//";
  if (url.user) to.append(*url.user).append("@");
  to += EscapeUrl(url.host, UrlPart::kHost);
}

void AppendPath(const Url& url, std::string& to) {
  const std::string path = url.EscapedPath();
  if (!path.empty() && path[0] != '/' && !url.host.empty()) to += '/';
  const bool colon = path.substr(0, path.find('/')).find(':') != path.npos;
  if (to.empty() && colon) to += "./";
  to += path;
}

}  // namespace

std::string Print(const Url& url) {
  std::string text;
  if (!url.scheme.empty()) text.append(url.scheme).append(":");
  if (url.opaque.empty()) {
    AppendAuthority(url, text);
    AppendPath(url, text);
  } else {
    text += url.opaque;
  }
  if (url.force_query || !url.query.empty()) text.append("?").append(url.query);
  if (url.fragment.empty()) return text;
  return text + "#" + EscapedAs(url.raw_fragment, url.fragment, UrlPart::kFragment);
}

std::vector<std::pair<std::string, std::string>> ParseQuery(std::string_view query) {
  std::vector<std::pair<std::string, std::string>> parameters;
  if (std::ranges::count(query, '&') >= static_cast<std::ptrdiff_t>(kMaxParameters)) return {};
  while (!query.empty()) {
    const std::string_view part = query.substr(0, query.find('&'));
    query.remove_prefix(std::min(part.size() + 1, query.size()));
    if (part.empty() || part.find(';') != part.npos) continue;
    const auto equals = std::min(part.find('='), part.size());
    std::string key, value;
    const std::string_view behind = part.substr(std::min(equals + 1, part.size()));
    if (!UnescapeUrl(part.substr(0, equals), UrlPart::kQuery, key).empty()) continue;
    if (!UnescapeUrl(behind, UrlPart::kQuery, value).empty()) continue;
    parameters.emplace_back(std::move(key), std::move(value));
  }
  return parameters;
}

}  // namespace structural::go
