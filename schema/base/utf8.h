// Decodes UTF-8, one code point at a time, like Go: each byte that is not part of a valid sequence is decoded as
// U+FFFD.
//
// Upstream: Go unicode/utf8 DecodeRuneInString.
#pragma once

#include <string>
#include <string_view>

namespace structural::base {

// The code point that replaces bytes that are not valid UTF-8.
inline constexpr char32_t kReplacementRune = 0xFFFD;

struct Rune {
  char32_t value;
  int size;    // number of decoded bytes, at least 1
  bool valid;  // true: the bytes are UTF-8; false: they are not, and the value is U+FFFD
};

// Decodes the first code point of `text`. Precondition: `text` is not empty.
Rune DecodeRune(std::string_view text);

bool IsValidUtf8(std::string_view text);

// Returns the text with each byte that is not valid UTF-8 replaced by U+FFFD.
std::string ToValidUtf8(std::string_view text);

void AppendRune(char32_t rune, std::string& to);

// Each of these functions checks the class of an ASCII character, independent of the locale. Returns false for bytes
// above 0x7F.
constexpr bool IsDigit(char c) { return c >= '0' && c <= '9'; }
constexpr bool IsLower(char c) { return c >= 'a' && c <= 'z'; }
constexpr bool IsUpper(char c) { return c >= 'A' && c <= 'Z'; }
constexpr bool IsLetter(char c) { return IsLower(c) || IsUpper(c); }
constexpr bool IsLetterOrDigit(char c) { return IsLetter(c) || IsDigit(c); }

// Returns the value of a hexadecimal digit in either case; -1 for any other character.
constexpr int HexValue(char c) {
  if (IsDigit(c)) return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

}  // namespace structural::base
