#include "schema/base/shown_text.h"

#include <algorithm>

#include "schema/base/quote.h"
#include "schema/base/utf8.h"

namespace structural::base {
namespace {

bool IsContinuation(char byte) { return (byte & 0xC0) == 0x80; }

}  // namespace

std::string EscapeUnprintable(std::string_view text) {
  std::string escaped;
  while (!text.empty()) {
    const auto special = static_cast<std::size_t>(
        std::ranges::find_if(text, [](char c) { return c < ' ' || c > '~'; }) - text.begin());
    escaped += text.substr(0, special);
    text.remove_prefix(special);
    if (text.empty()) break;
    const auto size = static_cast<std::size_t>(DecodeRune(text).size);
    const std::string quoted = Quote(text.substr(0, size));
    escaped.append(quoted, 1, quoted.size() - 2);
    text.remove_prefix(size);
  }
  return escaped;
}

bool MovesText(char32_t rune) {
  return rune < ' ' || (rune >= 0x7F && rune <= 0x9F) || rune == 0x061C ||
         (rune >= 0x200E && rune <= 0x200F) || (rune >= 0x2028 && rune <= 0x202E) ||
         (rune >= 0x2066 && rune <= 0x2069);
}

std::string Shorten(std::string_view text, std::size_t most) {
  if (text.size() <= most) return std::string(text);
  std::size_t end = most;
  while (end > 0 && most - end < 3 && IsContinuation(text[end])) --end;
  return std::string(text.substr(0, end)) + "… (" + std::to_string(text.size() - end) +
         " more bytes)";
}

}  // namespace structural::base
