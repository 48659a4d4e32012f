#include "schema/validate/url.h"

#include <algorithm>

#include "schema/base/quote.h"
#include "schema/base/utf8.h"
#include "schema/go/letter_case.h"
#include "schema/objects/format.h"

namespace structural::validate {
namespace {

enum class UrlPart { kPath, kUser, kHost, kZone };

bool IsOneOf(char c, std::string_view chars) { return chars.find(c) != std::string_view::npos; }

bool IsHostCharacter(char c) {
  return base::IsLetterOrDigit(c) || IsOneOf(c, "-_.~!$&'()*+,;=:[]<>\"");
}

// Escaped as a part of the user.
std::string EscapedUser(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    if (base::IsLetterOrDigit(c) || IsOneOf(c, "-_.~$&+,;=")) {
      escaped += c;
      continue;
    }
    constexpr std::string_view kHex = "0123456789ABCDEF";
    const auto byte = static_cast<unsigned char>(c);
    ((escaped += '%') += kHex[byte >> 4]) += kHex[byte & 15];
  }
  return escaped;
}

bool MayBeEscaped(char byte, bool percent, UrlPart part) {
  const bool ascii = static_cast<unsigned char>(byte) < 0x80;
  if (part == UrlPart::kHost) return !ascii || percent;
  if (part == UrlPart::kZone) return percent || byte == ' ' || (ascii && IsHostCharacter(byte));
  return true;
}

class UrlParser {
 public:
  std::string error;
  Url url;

  bool Parse(std::string_view text, bool via_request) {
    const auto control = [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; };
    if (std::ranges::any_of(text, control))
      return Fail("net/url: invalid control character in URL");
    if (text.empty() && via_request) return Fail("empty url");
    if (text == "*") return true;
    std::string_view rest;
    if (!Scheme(text, rest)) return false;
    Query(rest);
    if (!rest.starts_with('/')) {
      if (!url.scheme.empty()) return true;
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
    }
    std::string path;
    return Unescape(rest, UrlPart::kPath, path);
  }

  bool Unescape(std::string_view text, UrlPart part, std::string& plain) {
    const bool in_host = part == UrlPart::kHost || part == UrlPart::kZone;
    for (; !text.empty(); text.remove_prefix(1)) {
      if (text[0] != '%') {
        if (in_host && static_cast<unsigned char>(text[0]) < 0x80 && !IsHostCharacter(text[0]))
          return Fail("invalid character " + base::Quote(text.substr(0, 1)) + " in host name");
        plain += text[0];
        continue;
      }
      const std::string_view escape = text.substr(0, 3);
      const bool hex =
          escape.size() == 3 && base::HexValue(escape[1]) >= 0 && base::HexValue(escape[2]) >= 0;
      const char byte =
          hex ? static_cast<char>(base::HexValue(escape[1]) * 16 + base::HexValue(escape[2]))
              : '\0';
      if (!hex || !MayBeEscaped(byte, escape == "%25", part))
        return Fail("invalid URL escape " + base::Quote(escape));
      plain += byte;
      text.remove_prefix(2);
    }
    return true;
  }

 private:
  bool Fail(std::string why) {
    error = std::move(why);
    return false;
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
    rest = rest.substr(0, mark);
  }

  bool Authority(std::string_view authority) {
    const auto at = authority.rfind('@');
    if (at == authority.npos) return Host(authority);
    return Host(authority.substr(at + 1)) && User(authority.substr(0, at));
  }

  bool User(std::string_view user) {
    const bool valid = std::ranges::all_of(
        user, [](char c) { return base::IsLetterOrDigit(c) || IsOneOf(c, "-._:~!$&'()*+,;=%@"); });
    if (!valid) return Fail("net/url: invalid userinfo");
    const auto colon = user.find(':');
    std::string name, password;
    if (!Unescape(user.substr(0, colon), UrlPart::kUser, name)) return false;
    url.user = EscapedUser(name);
    if (colon == user.npos) return true;
    if (!Unescape(user.substr(colon + 1), UrlPart::kUser, password)) return false;
    *url.user += ":" + EscapedUser(password);
    return true;
  }

  bool Port(std::string_view text) {
    if (text.empty() || (text[0] == ':' && std::ranges::all_of(text.substr(1), base::IsDigit)))
      return true;
    return Fail("invalid port " + base::Quote(text) + " after host");
  }

  bool Host(std::string_view host) {
    const auto bracket = host.rfind('[');
    if (bracket == 0) return Literal(host);
    if (bracket != host.npos) return Fail("invalid IP-literal");
    const bool strict = url.scheme == "http" || url.scheme == "https";
    const auto colon = strict ? host.find(':') : host.rfind(':');
    if (colon != host.npos && !Port(host.substr(colon))) return false;
    return Unescape(host, UrlPart::kHost, url.host);
  }

  // "[fe80::1%25en0]:80"
  bool Literal(std::string_view host) {
    const auto close = host.rfind(']');
    if (close == host.npos) return Fail("missing ']' in host");
    if (!Port(host.substr(close + 1))) return false;
    const std::string_view name = host.substr(1, close - 1);
    const auto zone = std::min(name.find("%25"), name.size());
    std::string plain;
    if (!Unescape(name.substr(0, zone), UrlPart::kHost, plain)) return false;
    if (!Unescape(name.substr(zone), UrlPart::kZone, plain)) return false;
    if (objects::formats::IsStrictIpv4(plain)) return Fail("invalid IP-literal");
    if (!objects::formats::IsStrictIpv6(std::string_view(plain).substr(0, plain.find('%')))) {
      return Fail("invalid host: ParseAddr(" + base::Quote(plain) + "): unable to parse IP");
    }
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
  if (!parser.Parse(plain, request)) return "parse " + base::Quote(plain) + ": " + parser.error;
  if (mark != text.npos &&
      !parser.Unescape(text.substr(mark + 1), UrlPart::kPath, parser.url.fragment)) {
    return "parse " + base::Quote(text) + ": " + parser.error;
  }
  return std::move(parser.url);
}

}  // namespace structural::validate
