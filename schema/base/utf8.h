// UTF-8 decoding, one code point at a time, as in Go: a byte that does not begin a valid sequence is decoded as U+FFFD.
//
// Upstream: Go unicode/utf8 DecodeRuneInString.
#pragma once

#include <string>
#include <string_view>

namespace structural::base {

// The replacement for bytes that are not UTF-8.
inline constexpr char32_t kReplacementRune = 0xFFFD;

struct Rune {
  char32_t value;
  int size;    // bytes consumed, at least 1
  bool valid;  // false: value is U+FFFD because the bytes are not UTF-8
};

// Precondition: text is not empty.
Rune DecodeRune(std::string_view text);

bool IsValidUtf8(std::string_view text);

// Returns the text with U+FFFD for each byte that is not UTF-8.
std::string ToValidUtf8(std::string_view text);

void AppendRune(char32_t rune, std::string& to);

// Classes of ASCII characters, independent of the locale. Bytes from 0x80 on are in none of them.
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
