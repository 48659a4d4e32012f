#include "schema/go/base64.h"

#include <algorithm>
#include <cstdint>

namespace structural::go {
namespace {

constexpr std::string_view kAlphabet =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

// The letters without line breaks and padding; nullopt where the padding is wrong.
std::optional<std::string> Letters(std::string_view text) {
  std::string letters(text);
  std::erase_if(letters, [](char c) { return c == '\n' || c == '\r'; });
  if (letters.size() % 4 != 0) return std::nullopt;
  for (int padding = 0; padding < 2 && letters.ends_with('='); ++padding) letters.pop_back();
  return letters;
}

}  // namespace

std::optional<std::string> DecodeBase64(std::string_view text) {
  const auto letters = Letters(text);
  if (!letters) return std::nullopt;
  std::string bytes;
  bytes.reserve(letters->size() / 4 * 3 + 2);
  std::uint32_t bits = 0;
  for (std::size_t i = 0; i < letters->size(); ++i) {
    const std::size_t value = kAlphabet.find((*letters)[i]);
    if (value == std::string_view::npos) return std::nullopt;
    bits = bits << 6 | static_cast<std::uint32_t>(value);
    if (i % 4 != 0) bytes.push_back(static_cast<char>(bits >> (6 - 2 * (i % 4))));
  }
  return bytes;
}

std::string EncodeBase64(std::string_view bytes) {
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const auto byte = [&](std::size_t at) {
      return at < bytes.size() ? static_cast<unsigned char>(bytes[at]) : 0u;
    };
    const std::uint32_t bits = byte(i) << 16 | byte(i + 1) << 8 | byte(i + 2);
    const std::size_t letters = std::min<std::size_t>(3, bytes.size() - i) + 1;
    for (std::size_t k = 0; k < 4; ++k) {
      text += k < letters ? kAlphabet[bits >> (18 - 6 * k) & 63] : '=';
    }
  }
  return text;
}

}  // namespace structural::go
