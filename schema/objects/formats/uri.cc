// Upstream: Go net/url ParseRequestURI (Go 1.26).
#include <algorithm>
#include <optional>
#include <string>

#include "schema/base/utf8.h"
#include "schema/go/letter_case.h"
#include "schema/objects/format.h"

namespace structural::objects::formats {
namespace {

using base::HexValue;
using base::IsDigit;
using base::IsLetter;

enum class Part { kPath, kUser, kHost, kZone };

bool IsAmong(char c, std::string_view chars) { return chars.find(c) != std::string_view::npos; }

bool IsHostChar(char c) {
  return IsLetter(c) || IsDigit(c) || IsAmong(c, "-_.~!$&'()*+,;=:[]<>\"");
}

// In a host only bytes beyond ASCII may be escaped, and the percent sign of a zone.
bool IsEscape(std::string_view text, Part part) {
  if (text.size() < 3 || HexValue(text[1]) < 0 || HexValue(text[2]) < 0) return false;
  const bool percent = text.substr(1, 2) == "25";
  if (part == Part::kHost) return HexValue(text[1]) >= 8 || percent;
  if (part != Part::kZone) return true;
  const int byte = HexValue(text[1]) * 16 + HexValue(text[2]);
  return percent || byte == ' ' || (byte < 0x80 && IsHostChar(static_cast<char>(byte)));
}

// The text without its escapes; nullopt where it is not well-formed.
std::optional<std::string> Unescape(std::string_view text, Part part) {
  std::string plain;
  while (!text.empty()) {
    if (text[0] == '%') {
      if (!IsEscape(text, part)) return std::nullopt;
      plain += static_cast<char>(HexValue(text[1]) * 16 + HexValue(text[2]));
      text.remove_prefix(3);
      continue;
    }
    const bool ascii = static_cast<unsigned char>(text[0]) < 0x80;
    const bool in_host = part == Part::kHost || part == Part::kZone;
    if (in_host && ascii && !IsHostChar(text[0])) return std::nullopt;
    plain += text[0];
    text.remove_prefix(1);
  }
  return plain;
}

bool IsPort(std::string_view text) {
  return text.empty() || (text[0] == ':' && std::ranges::all_of(text.substr(1), IsDigit));
}

bool IsIpv6WithZone(std::string_view text) {
  const auto percent = text.find('%');
  if (percent != std::string_view::npos && percent + 1 == text.size()) return false;
  return IsStrictIpv6(text.substr(0, percent));
}

// "[fe80::1%25en0]:80"
bool IsLiteral(std::string_view host) {
  const auto close = host.rfind(']');
  if (close == std::string_view::npos || !IsPort(host.substr(close + 1))) return false;
  const std::string_view name = host.substr(1, close - 1);
  const auto zone = std::min(name.find("%25"), name.size());
  const auto address = Unescape(name.substr(0, zone), Part::kHost);
  const auto rest = Unescape(name.substr(zone), Part::kZone);
  return address && rest && IsIpv6WithZone(*address + *rest);
}

bool IsHost(std::string_view scheme, std::string_view host) {
  const auto bracket = host.rfind('[');
  if (bracket == 0) return IsLiteral(host);
  if (bracket != std::string_view::npos) return false;
  const bool strict = scheme == "http" || scheme == "https";
  const auto colon = strict ? host.find(':') : host.rfind(':');
  if (colon != std::string_view::npos && !IsPort(host.substr(colon))) return false;
  return Unescape(host, Part::kHost).has_value();
}

bool IsUser(std::string_view user) {
  const bool valid = std::ranges::all_of(
      user, [](char c) { return IsLetter(c) || IsDigit(c) || IsAmong(c, "-._:~!$&'()*+,;=%@"); });
  const auto colon = std::min(user.find(':'), user.size());
  return valid && Unescape(user.substr(0, colon), Part::kUser) &&
         Unescape(user.substr(std::min(colon + 1, user.size())), Part::kUser);
}

bool IsAuthority(std::string_view scheme, std::string_view authority) {
  const auto at = authority.rfind('@');
  if (at == std::string_view::npos) return IsHost(scheme, authority);
  return IsHost(scheme, authority.substr(at + 1)) && IsUser(authority.substr(0, at));
}

// How long the scheme is; nullopt for a colon that has none before it.
std::optional<std::size_t> SchemeSize(std::string_view text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (IsLetter(text[i])) continue;
    if (text[i] == ':') return i == 0 ? std::nullopt : std::optional(i);
    if (i == 0 || !(IsDigit(text[i]) || IsAmong(text[i], "+-."))) return 0;
  }
  return 0;
}

}  // namespace

bool IsUri(std::string_view text) {
  const auto is_control = [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; };
  if (text.empty() || std::ranges::any_of(text, is_control)) return false;
  if (text == "*") return true;
  const auto size = SchemeSize(text);
  if (!size) return false;
  const std::string scheme = go::ToLower(text.substr(0, *size));
  std::string_view rest = text.substr(*size == 0 ? 0 : *size + 1);
  rest = rest.substr(0, rest.find('?'));
  if (!rest.starts_with('/')) return !scheme.empty();
  if (!scheme.empty() && rest.starts_with("//")) {
    const auto slash = std::min(rest.find('/', 2), rest.size());
    if (!IsAuthority(scheme, rest.substr(2, slash - 2))) return false;
    rest.remove_prefix(slash);
  }
  return Unescape(rest, Part::kPath).has_value();
}

}  // namespace structural::objects::formats
