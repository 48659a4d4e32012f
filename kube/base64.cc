#include "kube/base64.h"

#include <cstdint>

namespace structural::kube {
namespace {

constexpr std::string_view kAlphabet =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

bool IsSpace(char c) { return c == '\n' || c == '\r' || c == ' ' || c == '\t'; }

// The unused low bits of the last letter have to be zero, and the padding complete.
bool EndsWell(uint32_t bits, size_t letters, size_t padding) {
  switch (letters % 4) {
    case 0:
      return padding == 0;
    case 2:
      return padding == 2 && (bits & 0xF) == 0;
    case 3:
      return padding == 1 && (bits & 0x3) == 0;
    default:
      return false;
  }
}

}  // namespace

std::optional<std::string> DecodeBase64(std::string_view text) {
  std::string bytes;
  bytes.reserve(text.size() / 4 * 3);
  uint32_t bits = 0;
  size_t letters = 0;
  size_t padding = 0;
  for (const char c : text) {
    if (IsSpace(c)) continue;
    if (c == '=') {
      ++padding;
      continue;
    }
    const size_t value = kAlphabet.find(c);
    if (value == std::string_view::npos || padding != 0) return std::nullopt;
    bits = bits << 6 | static_cast<uint32_t>(value);
    const size_t place = letters++ % 4;
    if (place != 0) bytes.push_back(static_cast<char>(bits >> (6 - 2 * place)));
  }
  if (!EndsWell(bits, letters, padding)) return std::nullopt;
  return bytes;
}

}  // namespace structural::kube
