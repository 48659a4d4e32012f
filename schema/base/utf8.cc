#include "schema/base/utf8.h"

#include <cassert>
#include <cstdint>
#include <cstring>

namespace structural::base {
namespace {

constexpr Rune kInvalid{kReplacementRune, 1, false};

bool IsContinuation(unsigned char byte) { return (byte & 0xC0) == 0x80; }

// Properties of the UTF-8 sequences that begin with the byte `lead`: their number of bytes, the smallest code point
// that they may encode, and the bits of the code point in `lead`.
struct Form {
  int size;
  char32_t smallest;
  char32_t bits;
};

Form FormOf(unsigned char lead) {
  if ((lead & 0xE0) == 0xC0) return {2, 0x80, static_cast<char32_t>(lead & 0x1F)};
  if ((lead & 0xF0) == 0xE0) return {3, 0x800, static_cast<char32_t>(lead & 0x0F)};
  if ((lead & 0xF8) == 0xF0) return {4, 0x10000, static_cast<char32_t>(lead & 0x07)};
  return {0, 0, 0};
}

// Returns the size in bytes of the longest prefix that consists of ASCII characters.
std::size_t AsciiPrefix(std::string_view text) {
  constexpr std::uint64_t kHighBits = 0x8080808080808080;
  std::size_t size = 0;
  for (std::uint64_t word; text.size() - size >= sizeof word; size += sizeof word) {
    std::memcpy(&word, text.data() + size, sizeof word);
    if ((word & kHighBits) != 0) break;
  }
  while (size < text.size() && static_cast<unsigned char>(text[size]) < 0x80) ++size;
  return size;
}

}  // namespace

Rune DecodeRune(std::string_view text) {
  assert(!text.empty());
  const auto lead = static_cast<unsigned char>(text.front());
  if (lead < 0x80) return {lead, 1, true};
  const Form form = FormOf(lead);
  if (form.size == 0 || text.size() < static_cast<std::size_t>(form.size)) return kInvalid;
  char32_t value = form.bits;
  for (int i = 1; i < form.size; ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if (!IsContinuation(byte)) return kInvalid;
    value = value << 6 | (byte & 0x3F);
  }
  const bool surrogate = value >= 0xD800 && value <= 0xDFFF;
  if (value < form.smallest || value > 0x10FFFF || surrogate) return kInvalid;
  return {value, form.size, true};
}

bool IsValidUtf8(std::string_view text) {
  while (!text.empty()) {
    text.remove_prefix(AsciiPrefix(text));
    if (text.empty()) break;
    const Rune rune = DecodeRune(text);
    if (!rune.valid) return false;
    text.remove_prefix(rune.size);
  }
  return true;
}

std::string ToValidUtf8(std::string_view text) {
  std::string valid;
  valid.reserve(text.size());
  while (!text.empty()) {
    const Rune rune = DecodeRune(text);
    AppendRune(rune.value, valid);
    text.remove_prefix(rune.size);
  }
  return valid;
}

void AppendRune(char32_t rune, std::string& to) {
  if (rune < 0x80) {
    to += static_cast<char>(rune);
  } else if (rune < 0x800) {
    to += static_cast<char>(0xC0 | rune >> 6);
    to += static_cast<char>(0x80 | (rune & 0x3F));
  } else if (rune < 0x10000) {
    to += static_cast<char>(0xE0 | rune >> 12);
    to += static_cast<char>(0x80 | (rune >> 6 & 0x3F));
    to += static_cast<char>(0x80 | (rune & 0x3F));
  } else {
    to += static_cast<char>(0xF0 | rune >> 18);
    to += static_cast<char>(0x80 | (rune >> 12 & 0x3F));
    to += static_cast<char>(0x80 | (rune >> 6 & 0x3F));
    to += static_cast<char>(0x80 | (rune & 0x3F));
  }
}

}  // namespace structural::base
