// Functions that write bytes as hexadecimal digits.
#pragma once

#include <string>
#include <string_view>

namespace structural::base {

inline constexpr std::string_view kHexDigits = "0123456789abcdef";

// Appends the two lower-case hexadecimal digits of a byte: 0f.
inline void AppendHex(unsigned char byte, std::string& to) { (to += kHexDigits[byte >> 4]) += kHexDigits[byte & 0xF]; }

inline std::string ToHex(std::string_view bytes) {
  std::string hex;
  for (const char c : bytes) AppendHex(static_cast<unsigned char>(c), hex);
  return hex;
}

// Appends the percent escape of a byte in a URL: %0F.
inline void AppendPercentEscape(unsigned char byte, std::string& to) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  ((to += '%') += kDigits[byte >> 4]) += kDigits[byte & 0xF];
}

}  // namespace structural::base
