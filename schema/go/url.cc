#include "schema/go/url.h"

#include <algorithm>

#include "schema/base/quote.h"
#include "schema/base/utf8.h"
#include "schema/go/letter_case.h"
#include "schema/go/netip.h"
#include "schema/go/url_escape.h"

namespace structural::go {
namespace {

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

  // Unescapes a text into `plain`. Sets `raw` to the text if Go would escape `plain` differently.
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

  // Reads "[fe80::1%25en0]:80".
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

}  // namespace structural::go
