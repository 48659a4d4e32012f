#include <charconv>
#include <limits>
#include <string>

#include "document/scalar.h"
#include "schema/base/text.h"
#include "schema/base/utf8.h"
#include "schema/json/scan.h"

namespace structural::document {
namespace {

using base::IsDigit;

// Removes a prefix from the digits, and returns its base.
int TakeBase(std::string_view& digits) {
  if (digits.empty() || digits[0] != '0') return 10;
  if (digits.size() >= 3) {
    const char letter = base::ToLowerAscii(digits[1]);
    const int base = letter == 'x' ? 16 : letter == 'o' ? 8 : letter == 'b' ? 2 : 0;
    if (base != 0) {
      digits.remove_prefix(2);
      return base;
    }
  }
  digits.remove_prefix(1);
  return 8;
}

std::optional<std::uint64_t> ParseDigits(std::string_view digits, int base) {
  if (digits.empty()) return std::nullopt;
  if (base == 0) base = TakeBase(digits);
  if (digits.empty()) return 0;  // the text was "0"; its only digit was removed as a prefix
  std::uint64_t value = 0;
  const auto [end, code] = std::from_chars(digits.data(), digits.data() + digits.size(), value, base);
  if (code != std::errc() || end != digits.data() + digits.size()) return std::nullopt;
  return value;
}

void SkipDigits(std::string_view text, std::size_t& at) {
  while (at < text.size() && IsDigit(text[at])) ++at;
}

bool IsYamlFloat(std::string_view text) {
  std::size_t at = 0;
  if (at < text.size() && (text[at] == '-' || text[at] == '+')) ++at;
  const std::size_t whole = at;
  SkipDigits(text, at);
  const bool has_whole = at != whole;
  if (at < text.size() && text[at] == '.') {
    const std::size_t fraction = ++at;
    SkipDigits(text, at);
    if (!has_whole && at == fraction) return false;
  } else if (!has_whole) {
    return false;
  }
  if (at == text.size()) return true;
  if (base::ToLowerAscii(text[at]) != 'e') return false;
  ++at;
  if (at < text.size() && (text[at] == '-' || text[at] == '+')) ++at;
  const std::size_t exponent = at;
  SkipDigits(text, at);
  return at != exponent && at == text.size();
}

}  // namespace

std::optional<Integer> ParseInteger(std::string_view text, int base) {
  const bool sign = !text.empty() && (text[0] == '-' || text[0] == '+');
  const bool negative = sign && text[0] == '-';
  const auto size = ParseDigits(text.substr(sign ? 1 : 0), base);
  if (!size) return std::nullopt;
  constexpr auto kMax = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
  if (sign && *size > kMax + (negative ? 1 : 0)) return std::nullopt;
  return Integer{negative && *size != 0, *size};
}

std::optional<double> ParseYamlFloat(std::string_view text) {
  if (!IsYamlFloat(text)) return std::nullopt;
  if (text[0] == '+') text.remove_prefix(1);
  return json::ParseDouble(text);
}

std::optional<double> ParsePointFloat(std::string_view text) {
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '_') {
      plain += text[i];
    } else if (i == 0 || i + 1 == text.size() || !IsDigit(text[i - 1]) || !IsDigit(text[i + 1])) {
      return std::nullopt;
    }
  }
  return ParseYamlFloat(plain);
}

}  // namespace structural::document
