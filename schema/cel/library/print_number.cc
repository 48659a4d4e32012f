#include "schema/cel/library/print_number.h"

#include <charconv>
#include <cmath>
#include <string_view>
#include <vector>

namespace structural::cel::library {
namespace {

constexpr int kDefaultPrecision = 6;
// A double has at most this many digits after the point.
constexpr int kMaxFraction = 1100;

// The decimal digits of a positive number. The point is before the digit at index `point`.
struct NumberDigits {
  std::string digits;
  int point = 0;
};

std::string ToChars(double value, std::chars_format form, int precision) {
  std::vector<char> text(2048);
  char* const end = text.data() + text.size();
  const auto written = precision < 0 ? std::to_chars(text.data(), end, value, form)
                                     : std::to_chars(text.data(), end, value, form, precision);
  return {text.data(), written.ptr};
}

// Returns the number with at most `most` digits after the point, without trailing zeros. If `most` is negative, with as
// many digits as distinguish it from other numbers.
NumberDigits FixedDigits(double value, int most) {
  const int precision = most < 0 ? -1 : std::min(most, kMaxFraction);
  std::string text = ToChars(value, std::chars_format::fixed, precision);
  const auto dot = std::min(text.find('.'), text.size());
  NumberDigits number{text.substr(0, dot), static_cast<int>(dot)};
  if (dot < text.size()) number.digits += text.substr(dot + 1);
  const auto last = number.digits.find_last_not_of('0');
  number.digits.resize(std::max<std::size_t>(last + 1, dot));
  return number;
}

std::string_view SpecialName(double value) {
  if (std::isnan(value)) return "NaN";
  if (std::isinf(value)) return value < 0 ? "-∞" : "∞";
  return {};
}

int CountCharacters(std::string_view text) {
  int count = 0;
  for (const char c : text) count += (c & 0xC0) == 0x80 ? 0 : 1;
  return count;
}

std::string_view SuperscriptDigit(char digit) {
  constexpr std::string_view kDigits[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  return kDigits[digit - '0'];
}

// Returns "1.5e-07" as 1.5×10⁻⁰⁷.
std::string WithSuperscript(std::string_view text) {
  const auto e = text.find('e');
  std::string number(text.substr(0, e));
  number += "×10";
  if (text[e + 1] == '-') number += "⁻";
  for (const char digit : text.substr(e + 2)) number += SuperscriptDigit(digit);
  return number;
}

}  // namespace

std::string PrintFixed(double value, std::int64_t precision) {
  const std::string_view special = SpecialName(value);
  if (!special.empty()) return std::string(special);
  if (precision < 0) precision = kDefaultPrecision;
  const auto least = static_cast<std::uint8_t>(precision);
  const NumberDigits number = FixedDigits(std::fabs(value), static_cast<std::int16_t>(precision));
  std::string text = value < 0 ? "-" : "";
  for (int i = 0; i < number.point; ++i) {
    text += number.digits[static_cast<std::size_t>(i)];
    const int left = number.point - 1 - i;
    if (left > 0 && left % 3 == 0) text += ',';
  }
  std::string fraction = number.digits.substr(static_cast<std::size_t>(number.point));
  if (fraction.size() < least) fraction.resize(least, '0');
  if (!fraction.empty()) text.append(".").append(fraction);
  return text;
}

std::string PrintScientific(double value, std::int64_t width) {
  std::string text(SpecialName(value));
  if (text.empty()) {
    const double size = value == 0 ? 0 : value;
    text = WithSuperscript(ToChars(size, std::chars_format::scientific, kDefaultPrecision));
  }
  const int wanted = static_cast<std::uint16_t>(width < 0 ? kDefaultPrecision : width);
  const int missing = wanted - CountCharacters(text);
  return missing > 0 ? std::string(static_cast<std::size_t>(missing), ' ') + text : text;
}

}  // namespace structural::cel::library
