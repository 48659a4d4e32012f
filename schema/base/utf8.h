// UTF-8, one code point at a time, as Go decodes it: a byte that begins no valid sequence is a
// sequence of its own and stands for U+FFFD.
//
// Upstream: Go unicode/utf8 DecodeRuneInString.
#pragma once

#include <string>
#include <string_view>

namespace structural::base {

// What stands for bytes that are not UTF-8.
inline constexpr char32_t kReplacementRune = 0xFFFD;

struct Rune {
  char32_t value;
  int size;    // bytes consumed, at least 1
  bool valid;  // false: value is U+FFFD because the bytes are not UTF-8
};

// Precondition: text is not empty.
Rune DecodeRune(std::string_view text);

bool IsValidUtf8(std::string_view text);

void AppendRune(char32_t rune, std::string& to);

}  // namespace structural::base
