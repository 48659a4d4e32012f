#include <algorithm>
#include <optional>
#include <string>

#include <arpa/inet.h>

#include "schema/base/utf8.h"
#include "schema/go/pattern.h"
#include "schema/go/url.h"
#include "schema/kubernetes/format.h"

namespace structural::kubernetes::formats {
namespace {

constexpr int kTooBig = 0xFFFFFF;

int DigitOf(char c) {
  const int digit = base::HexValue(c);
  return digit < 0 ? 99 : digit;
}

// Removes and returns the number at the beginning of the text; nullopt if the text does not begin with a number, or if
// the number is too large.
std::optional<int> TakeNumber(std::string_view& text, int base) {
  int number = 0;
  std::size_t size = 0;
  for (; size < text.size() && DigitOf(text[size]) < base; ++size) {
    number = number * base + DigitOf(text[size]);
    if (number >= kTooBig) return std::nullopt;
  }
  if (size == 0) return std::nullopt;
  text.remove_prefix(size);
  return number;
}

// Like IsStrictIpv4, but accepts numbers with leading zeros. Go accepted them in the past, so stored objects may
// contain them.
//
// Upstream: k8s.io/utils internal/third_party/forked/golang/net parseIPv4, parseIPv6.
bool IsSloppyIpv4(std::string_view text) {
  for (int i = 0; i < 4; ++i) {
    if (i > 0 && !text.starts_with('.')) return false;
    if (i > 0) text.remove_prefix(1);
    const auto number = TakeNumber(text, 10);
    if (!number || *number > 0xFF) return false;
  }
  return text.empty();
}

bool IsSloppyIpv6(std::string_view text) {
  bool ellipsis = text.starts_with("::");
  if (ellipsis) text.remove_prefix(2);
  if (ellipsis && text.empty()) return true;
  int bytes = 0;
  while (bytes < 16) {
    const std::string_view group = text;
    const auto number = TakeNumber(text, 16);
    if (!number || *number > 0xFFFF) return false;
    if (text.starts_with('.')) {
      if ((!ellipsis && bytes != 12) || bytes > 12 || !IsSloppyIpv4(group)) return false;
      text = {};
      bytes += 4;
      break;
    }
    bytes += 2;
    if (text.empty()) break;
    if (text[0] != ':' || text.size() == 1) return false;
    text.remove_prefix(1);
    if (text[0] != ':') continue;
    if (ellipsis) return false;
    ellipsis = true;
    text.remove_prefix(1);
    if (text.empty()) break;
  }
  return text.empty() && (bytes < 16) == ellipsis;
}

bool IsAddress(int family, std::string_view text) {
  unsigned char address[16];
  return text.find('\0') == std::string_view::npos && inet_pton(family, std::string(text).c_str(), address) == 1;
}

bool IsHexBytes(std::string_view text) {
  return text.size() % 2 == 0 && std::ranges::all_of(text, [](char c) { return DigitOf(c) < 16; });
}

bool IsAscii(std::string_view text) {
  return std::ranges::none_of(text, [](char c) { return (c & 0x80) != 0; });
}

// Whether the text consists of letters, digits, symbols, dashes and dots.
bool HasHostnameLetters(std::string_view text) {
  thread_local const go::Pattern pattern(R"(^[-.a-zA-Z0-9\p{S}\p{L}]*$)");
  const auto fine = [](char c) {
    return base::IsLetter(c) || (c >= '0' && c <= '9') ||
           std::string_view("-.$+<=>^`|~").find(c) != std::string_view::npos;
  };
  return IsAscii(text) ? std::ranges::all_of(text, fine) : pattern.Matches(text);
}

std::size_t Characters(std::string_view text) {
  return std::ranges::count_if(text, [](char c) { return (c & 0xC0) != 0x80; });
}

// Whether a host name without dots is valid. It may contain one dash, but only as its second character.
bool IsOnlyLabel(std::string_view text) {
  if (text.size() > 63 || text.front() == '-') return false;
  const auto dash = text.find('-');
  if (dash == std::string_view::npos) return true;
  return Characters(text.substr(0, dash)) == 1 && text.find('-', dash + 1) == std::string_view::npos;
}

bool IsLastLabel(std::string_view text) {
  thread_local const go::Pattern letters(R"(^\p{L}*$)");
  if (Characters(text) < 2) return false;
  return IsAscii(text) ? std::ranges::all_of(text, [](char letter) { return base::IsLetter(letter); })
                       : letters.Matches(text);
}

bool IsMacSize(std::size_t bytes) { return bytes == 6 || bytes == 8 || bytes == 20; }

// Whether the text is a MAC address that consists of groups of `bytes` bytes, separated by `separator`.
bool IsInGroups(std::string_view text, std::size_t bytes, char separator) {
  const std::size_t group = 2 * bytes + 1;
  if ((text.size() + 1) % group != 0 || !IsMacSize((text.size() + 1) / group * bytes)) return false;
  for (std::size_t at = 0; at < text.size(); at += group) {
    if (at > 0 && text[at - 1] != separator) return false;
    if (!IsHexBytes(text.substr(at, group - 1))) return false;
  }
  return true;
}

}  // namespace

bool IsStrictIpv4(std::string_view text) { return IsAddress(AF_INET, text); }

bool IsStrictIpv6(std::string_view text) { return IsAddress(AF_INET6, text); }

bool IsIpv4(std::string_view text) {
  const auto first = text.find_first_of(".:");
  if (first == std::string_view::npos || text.find('.') == std::string_view::npos) return false;
  return text[first] == '.' ? IsSloppyIpv4(text) : IsSloppyIpv6(text);
}

bool IsIpv6(std::string_view text) { return IsStrictIpv6(text); }

bool IsCidr(std::string_view text) {
  const auto slash = text.find('/');
  if (slash == std::string_view::npos) return false;
  const std::string_view address = text.substr(0, slash);
  std::string_view mask = text.substr(slash + 1);
  const bool v4 = IsSloppyIpv4(address);
  if (!v4 && !IsSloppyIpv6(address)) return false;
  const auto bits = TakeNumber(mask, 10);
  return bits && mask.empty() && *bits <= (v4 ? 32 : 128);
}

// Whether the text is a MAC address: hexadecimal digits in groups of one or two bytes, or without separators.
//
// Upstream: Go net.ParseMAC (Go 1.26).
bool IsMac(std::string_view text) {
  if (text.size() < 12) return false;
  if (text[2] == ':' || text[2] == '-') return IsInGroups(text, 1, text[2]);
  return text[4] == '.' ? IsInGroups(text, 2, '.') : IsHexBytes(text) && IsMacSize(text.size() / 2);
}

// Upstream: strfmt HostnamePattern, split into parts, because the complete expression with its repetitions takes a
// tenth of a second to compile.
bool IsHostname(std::string_view text) {
  if (text.empty() || text.size() > 255 || !HasHostnameLetters(text)) return false;
  if (text.find('.') == std::string_view::npos) return IsOnlyLabel(text);
  while (true) {
    const std::size_t dot = text.find('.');
    const std::string_view label = text.substr(0, dot);
    if (label.size() > 63) return false;
    if (dot == std::string_view::npos) return IsLastLabel(label);
    if (label.empty() || label.front() == '-' || label.back() == '-') return false;
    text.remove_prefix(dot + 1);
  }
}

bool IsUri(std::string_view text) { return std::holds_alternative<go::Url>(go::ParseUrl(text, go::UrlKind::kRequest)); }

}  // namespace structural::kubernetes::formats
