// Decodes hexadecimal text. Case files have it in place of bytes that are not text.
#pragma once

#include <string>

namespace structural::test {

// Returns the bytes of a hexadecimal text. Precondition: the number of digits is even.
inline std::string FromHex(const std::string& hex) {
  std::string bytes;
  for (std::size_t i = 0; i < hex.size(); i += 2) {
    bytes += static_cast<char>(std::stoi(hex.substr(i, 2), nullptr, 16));
  }
  return bytes;
}

}  // namespace structural::test
