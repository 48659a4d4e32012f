#include "schema/go/regexp/repeat_count.h"

namespace structural::go::regexp {
namespace {

constexpr int kLargest = 1000;

bool IsDigit(char c) { return c >= '0' && c <= '9'; }

// A number without leading zeros; all that are too large are read as one.
std::optional<int> ReadNumber(std::string_view& text) {
  std::size_t digits = 0;
  while (digits < text.size() && IsDigit(text[digits])) ++digits;
  if (digits == 0 || (digits > 1 && text[0] == '0')) return std::nullopt;
  int number = 0;
  for (const char c : text.substr(0, digits)) {
    if (number <= kLargest) number = number * 10 + (c - '0');
  }
  text.remove_prefix(digits);
  return number;
}

bool ReadSign(std::string_view& text, char sign) {
  if (!text.starts_with(sign)) return false;
  text.remove_prefix(1);
  return true;
}

}  // namespace

bool RepeatCount::IsValid() const {
  return min <= kLargest && max <= kLargest && (max < 0 || min <= max);
}

std::optional<RepeatCount> ReadRepeatCount(Source& source) {
  std::string_view text = source.rest();
  if (!ReadSign(text, '{')) return std::nullopt;
  const std::optional<int> min = ReadNumber(text);
  if (!min) return std::nullopt;
  std::optional<int> max = min;
  if (ReadSign(text, ',')) max = text.starts_with('}') ? -1 : ReadNumber(text);
  if (!max || !ReadSign(text, '}')) return std::nullopt;
  source.Skip(source.rest().size() - text.size());
  return RepeatCount{*min, *max};
}

}  // namespace structural::go::regexp
