#include "cli/shared/decode_error.h"

#include <algorithm>
#include <charconv>

namespace structural::lint {
namespace {

constexpr std::string_view kPrefix = "line 1, column ";

// Of a number, or of true, false and null.
bool IsOfAWord(char c) {
  const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  return letter || (c >= '0' && c <= '9') || c == '+' || c == '-' || c == '.';
}

}  // namespace

DecodeError ParseDecodeError(std::string_view json, std::string message) {
  if (!message.starts_with(kPrefix)) return {0, std::move(message)};
  std::size_t column = 1;
  const auto [end, code] =
      std::from_chars(message.data() + kPrefix.size(), message.data() + message.size(), column);
  if (code != std::errc()) return {0, std::move(message)};
  std::size_t offset = std::min(column - 1, json.size());
  while (offset > 0 && IsOfAWord(json[offset - 1])) --offset;
  const auto colon = message.find(": ");
  return {offset, colon == message.npos ? std::move(message) : message.substr(colon + 2)};
}

}  // namespace structural::lint
