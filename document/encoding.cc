#include "document/encoding.h"

#include "schema/base/utf8.h"

namespace structural::document {
namespace {

char32_t Unit(std::string_view text, std::size_t at, bool big_endian) {
  const auto first = static_cast<unsigned char>(text[at]);
  const auto second = static_cast<unsigned char>(text[at + 1]);
  return big_endian ? first << 8 | second : second << 8 | first;
}

bool IsHigh(char32_t unit) { return (unit & 0xFC00) == 0xD800; }
bool IsLow(char32_t unit) { return (unit & 0xFC00) == 0xDC00; }

}  // namespace

std::optional<std::string> FromUtf16(std::string_view text) {
  const bool big_endian = text.starts_with("\xFE\xFF");
  if (!big_endian && !text.starts_with("\xFF\xFE")) return std::nullopt;
  std::string utf8;
  std::size_t at = 2;
  for (; at + 1 < text.size(); at += 2) {
    char32_t rune = Unit(text, at, big_endian);
    const bool more = at + 3 < text.size();
    if (IsLow(rune)) return std::nullopt;
    if (IsHigh(rune)) {
      if (!more || !IsLow(Unit(text, at + 2, big_endian))) return std::nullopt;
      at += 2;
      rune = 0x10000 + ((rune & 0x3FF) << 10) + (Unit(text, at, big_endian) & 0x3FF);
    }
    base::AppendRune(rune, utf8);
  }
  if (at < text.size()) return std::nullopt;
  return utf8;
}

}  // namespace structural::document
