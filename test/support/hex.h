// Bytes that are not text, as case files write them.
#pragma once

#include <string>

namespace structural::test {

// Precondition: an even number of digits.
inline std::string FromHex(const std::string& hex) {
  std::string bytes;
  for (std::size_t i = 0; i < hex.size(); i += 2) {
    bytes += static_cast<char>(std::stoi(hex.substr(i, 2), nullptr, 16));
  }
  return bytes;
}

}  // namespace structural::test
