#include "schema/go/numbers.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

#include "schema/base/quote.h"
#include "schema/base/text.h"
#include "schema/base/utf8.h"

namespace structural::go {
namespace {

bool HasHexPrefix(std::string_view text) {
  return text.size() > 2 && text[0] == '0' && base::ToLowerAscii(text[1]) == 'x';
}

// Whether `text` equals `word` when the case of letters is ignored. `word` must be in lower case.
bool IsWord(std::string_view text, std::string_view word) {
  return std::ranges::equal(text, word, {}, [](char c) { return base::ToLowerAscii(c); });
}

std::optional<double> SpecialFloat(std::string_view text, bool negative, bool sign) {
  const double infinity = std::numeric_limits<double>::infinity();
  if (IsWord(text, "inf") || IsWord(text, "infinity")) return negative ? -infinity : infinity;
  if (!sign && IsWord(text, "nan")) return std::numeric_limits<double>::quiet_NaN();
  return std::nullopt;
}

// Whether all underscores are at valid positions: between two digits, or between the prefix of a base (0x) and a digit.
bool UnderscoresFit(std::string_view text) {
  char before = '^';
  const bool hex = HasHexPrefix(text);
  if (text.size() >= 2 && text[0] == '0') {
    const char base = base::ToLowerAscii(text[1]);
    if (base == 'x' || base == 'b' || base == 'o') {
      before = '0';
      text.remove_prefix(2);
    }
  }
  for (const char c : text) {
    if (base::IsDigit(c) || (hex && base::HexValue(c) >= 0)) {
      before = '0';
    } else if (c == '_') {
      if (before != '0') return false;
      before = '_';
    } else {
      if (before == '_') return false;
      before = '!';
    }
  }
  return before != '_';
}

// Whether the text consists of digits, an optional decimal point and an optional exponent. With `hex`, the exponent is
// required.
bool HasFloatForm(std::string_view text, bool hex) {
  std::size_t digits = 0, points = 0, at = 0;
  for (; at < text.size(); ++at) {
    if (text[at] == '.') {
      if (++points > 1) return false;
    } else if (hex ? base::HexValue(text[at]) >= 0 : base::IsDigit(text[at])) {
      ++digits;
    } else {
      break;
    }
  }
  if (digits == 0) return false;
  if (at == text.size()) return !hex;
  if (base::ToLowerAscii(text[at]) != (hex ? 'p' : 'e')) return false;
  ++at;
  if (at < text.size() && (text[at] == '+' || text[at] == '-')) ++at;
  return at < text.size() && std::ranges::all_of(text.substr(at), base::IsDigit);
}

// Whether a number is too small for a double. Precondition: std::from_chars reports the number as out of range, which
// it does for 1e-400 as for 1e400. Go reads 1e-400 as zero, but rejects 1e400.
bool IsTiny(std::string_view text, bool hex) {
  const std::size_t e = std::min(text.find_first_of(hex ? "pP" : "eE"), text.size());
  const std::string_view mantissa = text.substr(0, e);
  const std::size_t first = mantissa.find_first_not_of("0.");
  const std::size_t point = std::min(mantissa.find('.'), mantissa.size());
  std::int64_t exponent = 0;
  std::string_view written = text.substr(std::min(e + 1, text.size()));
  const bool negative = written.starts_with('-');
  if (negative || written.starts_with('+')) written.remove_prefix(1);
  for (const char c : written) exponent = std::min<std::int64_t>(exponent * 10 + (c - '0'), 1 << 30);
  if (negative) exponent = -exponent;
  const std::int64_t magnitude = static_cast<std::int64_t>(point) - static_cast<std::int64_t>(first);
  return magnitude * (hex ? 4 : 1) + exponent < 0;
}

}  // namespace

std::optional<std::uint64_t> ParseUint(std::string_view text) {
  std::uint64_t value = 0;
  const char* const end = text.data() + text.size();
  if (text.empty() || !base::IsDigit(text[0])) return std::nullopt;
  const auto [at, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || at != end) return std::nullopt;
  return value;
}

std::optional<std::int64_t> ParseInt(std::string_view text) {
  const bool negative = text.starts_with('-');
  if (negative || text.starts_with('+')) text.remove_prefix(1);
  const auto value = ParseUint(text);
  constexpr std::uint64_t kMaxBelowZero = std::uint64_t{1} << 63;
  if (!value || *value > kMaxBelowZero || (*value == kMaxBelowZero && !negative)) return std::nullopt;
  return static_cast<std::int64_t>(negative ? -*value : *value);
}

std::optional<double> ParseFloat(std::string_view text) {
  const bool negative = text.starts_with('-');
  const bool sign = negative || text.starts_with('+');
  if (sign) text.remove_prefix(1);
  if (const auto special = SpecialFloat(text, negative, sign)) return special;
  std::string plain;
  if (text.find('_') != std::string_view::npos) {
    if (!UnderscoresFit(text)) return std::nullopt;
    plain = text;
    std::erase(plain, '_');
    text = plain;
  }
  const bool hex = HasHexPrefix(text);
  if (hex) text.remove_prefix(2);
  if (!HasFloatForm(text, hex)) return std::nullopt;
  double value = 0;
  const auto format = hex ? std::chars_format::hex : std::chars_format::general;
  const auto error = std::from_chars(text.data(), text.data() + text.size(), value, format).ec;
  if (error == std::errc::result_out_of_range) {
    if (!IsTiny(text, hex)) return std::nullopt;
    value = 0;
  }
  return negative ? -value : value;
}

std::optional<bool> ParseBool(std::string_view text) {
  for (const std::string_view word : {"1", "t", "T", "true", "TRUE", "True"}) {
    if (text == word) return true;
  }
  for (const std::string_view word : {"0", "f", "F", "false", "FALSE", "False"}) {
    if (text == word) return false;
  }
  return std::nullopt;
}

std::optional<std::string> AtoiError(std::string_view text) {
  if (ParseInt(text)) return std::nullopt;
  std::string_view digits = text;
  if (digits.starts_with('-') || digits.starts_with('+')) digits.remove_prefix(1);
  const bool number = !digits.empty() && std::ranges::all_of(digits, base::IsDigit);
  return "strconv.Atoi: parsing " + base::Quote(text) + (number ? ": value out of range" : ": invalid syntax");
}

std::string FormatFixed(double value) {
  if (std::isnan(value)) return "NaN";
  if (std::isinf(value)) return value < 0 ? "-Inf" : "+Inf";
  char buffer[32];
  const auto end = std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::scientific).ptr;
  std::string_view text(buffer, end);
  const bool negative = text.starts_with('-');
  if (negative) text.remove_prefix(1);
  const std::size_t e = text.find('e');
  std::string_view written = text.substr(e + 1);
  if (written.starts_with('+')) written.remove_prefix(1);
  int exponent = 0;
  std::from_chars(written.data(), written.data() + written.size(), exponent);
  std::string digits(text.substr(0, e));
  std::erase(digits, '.');
  const int point = exponent + 1, count = static_cast<int>(digits.size());
  if (point <= 0) {
    digits = "0." + std::string(static_cast<std::size_t>(-point), '0') + digits;
    if (value == 0) digits = "0";
  } else if (point >= count) {
    digits.append(static_cast<std::size_t>(point - count), '0');
  } else {
    digits.insert(static_cast<std::size_t>(point), ".");
  }
  return (negative ? "-" : "") + digits;
}

}  // namespace structural::go
