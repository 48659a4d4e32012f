#include "schema/go/base64.h"

#include <algorithm>
#include <cstdint>

namespace structural::go {
namespace {

constexpr std::string_view kAlphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

// Returns the text without line breaks and padding; nullopt if the padding is wrong.
std::optional<std::string> Letters(std::string_view text) {
  std::string letters(text);
  std::erase_if(letters, [](char c) { return c == '\n' || c == '\r'; });
  if (letters.size() % 4 != 0) return std::nullopt;
  for (int padding = 0; padding < 2 && letters.ends_with('='); ++padding) letters.pop_back();
  return letters;
}

bool IsLetter(char c, Base64Alphabet alphabet) {
  if (alphabet == Base64Alphabet::kStandard) return kAlphabet.find(c) != std::string_view::npos;
  return c == '-' || c == '_' || (c != '+' && c != '/' && kAlphabet.find(c) != std::string_view::npos);
}

std::size_t SkipLineBreaks(std::string_view text, std::size_t at) {
  return std::min(text.find_first_not_of("\r\n", at), text.size());
}

// Checks the text after the padding character at `at` - 1. Returns the offset of Go's error; nullopt if the padding is
// valid. `letters` is the number of letters in the last group of four.
std::optional<std::size_t> PaddingError(std::string_view text, std::size_t at, std::size_t letters) {
  if (letters < 2) return at - 1;
  at = SkipLineBreaks(text, at);
  if (letters == 2) {
    if (at == text.size()) return at;
    if (text[at] != '=') return at - 1;
    at = SkipLineBreaks(text, at + 1);
  }
  if (at == text.size()) return std::nullopt;
  return at;
}

}  // namespace

std::optional<std::size_t> FindBase64Error(std::string_view text, Base64Alphabet alphabet) {
  std::size_t letters = 0;  // number of letters in the current group of four characters
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '\n' || text[at] == '\r') continue;
    if (text[at] == '=') return PaddingError(text, at + 1, letters);
    if (!IsLetter(text[at], alphabet)) return at;
    letters = (letters + 1) % 4;
  }
  if (letters == 0) return std::nullopt;
  return text.size() - letters;
}

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
    const auto byte = [&](std::size_t at) { return at < bytes.size() ? static_cast<unsigned char>(bytes[at]) : 0u; };
    const std::uint32_t bits = byte(i) << 16 | byte(i + 1) << 8 | byte(i + 2);
    const std::size_t letters = std::min<std::size_t>(3, bytes.size() - i) + 1;
    for (std::size_t k = 0; k < 4; ++k) {
      text += k < letters ? kAlphabet[bits >> (18 - 6 * k) & 63] : '=';
    }
  }
  return text;
}

}  // namespace structural::go
