#include "schema/kubernetes/decimal.h"

#include <algorithm>
#include <charconv>
#include <limits>

#include "schema/base/utf8.h"

namespace structural::kubernetes {
namespace {

std::string_view WithoutZeros(std::string_view digits) {
  return digits.substr(std::min(digits.find_first_not_of('0'), digits.size()));
}

Decimal With(const Decimal& number, std::string_view digits, base::Arena& arena) {
  return {number.negative, arena.Copy(WithoutZeros(digits)), number.scale};
}

// Compares two integers, given by their digits. Precondition: `a` and `b` have no leading zeros.
int CompareDigits(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return a.size() < b.size() ? -1 : 1;
  return std::clamp(a.compare(b), -1, 1);
}

// Returns a + b or, if `subtract` is true, a - b. Precondition of a - b: a is not less than b.
std::string Combine(std::string_view a, std::string_view b, bool subtract) {
  const std::size_t size = std::max(a.size(), b.size()) + 1;
  std::string sum(size, '0');
  int carry = 0;
  for (std::size_t i = 0; i < size; ++i) {
    const int left = i < a.size() ? a[a.size() - 1 - i] - '0' : 0;
    const int right = i < b.size() ? b[b.size() - 1 - i] - '0' : 0;
    const int digit = left + (subtract ? -right : right) + carry;
    carry = digit < 0 ? -1 : digit / 10;
    sum[size - 1 - i] = static_cast<char>('0' + (digit + 10) % 10);
  }
  return sum;
}

// Returns the position of the first digit as an exponent of ten. Used to compare numbers.
std::int64_t Magnitude(const Decimal& number) { return static_cast<std::int64_t>(number.digits.size()) - number.scale; }

// Compares the absolute values of two numbers. Precondition: neither number is zero.
int CompareMagnitudes(const Decimal& a, const Decimal& b) {
  const std::int64_t first = Magnitude(a), second = Magnitude(b);
  if (first != second) return first < second ? -1 : 1;
  const std::size_t common = std::min(a.digits.size(), b.digits.size());
  const int order = a.digits.substr(0, common).compare(b.digits.substr(0, common));
  if (order != 0) return order < 0 ? -1 : 1;
  const auto is_zero = [&](std::string_view rest) { return WithoutZeros(rest).empty(); };
  if (!is_zero(a.digits.substr(common))) return 1;
  return is_zero(b.digits.substr(common)) ? 0 : -1;
}

// Divides by a small number. Returns the quotient, and sets `remainder`.
std::string Divide(std::string_view digits, std::uint32_t by, std::uint64_t& remainder) {
  std::string quotient;
  remainder = 0;
  for (const char digit : digits) {
    remainder = remainder * 10 + static_cast<std::uint64_t>(digit - '0');
    quotient += static_cast<char>('0' + remainder / by);
    remainder %= by;
  }
  return quotient.substr(std::min(quotient.find_first_not_of('0'), quotient.size()));
}

}  // namespace

Decimal DecimalOf(std::int64_t unscaled, std::int32_t scale, base::Arena& arena) {
  std::string digits = std::to_string(unscaled);
  const bool negative = unscaled < 0;
  return With({negative, {}, scale}, std::string_view(digits).substr(negative ? 1 : 0), arena);
}

std::optional<Decimal> ReadDecimal(std::string_view text, base::Arena& arena) {
  Decimal number;
  if (text.starts_with('-') || text.starts_with('+')) {
    number.negative = text[0] == '-';
    text.remove_prefix(1);
  }
  const auto point = text.find('.');
  std::string digits(text.substr(0, point));
  if (point != text.npos) {
    digits += text.substr(point + 1);
    number.scale = static_cast<std::int32_t>(text.size() - point - 1);
  }
  if (digits.empty() || !std::ranges::all_of(digits, base::IsDigit)) return std::nullopt;
  return With(number, digits, arena);
}

int Compare(const Decimal& a, const Decimal& b) {
  if (a.sign() != b.sign()) return a.sign() < b.sign() ? -1 : 1;
  return a.sign() == 0 ? 0 : a.sign() * CompareMagnitudes(a, b);
}

std::optional<Decimal> Add(const Decimal& a, const Decimal& b, base::Arena& arena) {
  const std::int32_t scale = std::max(a.scale, b.scale);
  const auto first = RoundUp(a, scale, arena), second = RoundUp(b, scale, arena);
  if (!first || !second) return std::nullopt;
  if (first->negative == second->negative || first->sign() == 0) {
    return With(first->sign() == 0 ? *second : *first, Combine(first->digits, second->digits, false), arena);
  }
  const bool smaller = CompareDigits(first->digits, second->digits) < 0;
  const Decimal& large = smaller ? *second : *first;
  return With(large, Combine(large.digits, (smaller ? *first : *second).digits, true), arena);
}

std::optional<Decimal> RoundUp(const Decimal& number, std::int32_t scale, base::Arena& arena) {
  const std::int64_t zeros = std::int64_t{scale} - number.scale;
  Decimal rounded = number;
  rounded.scale = scale;
  if (zeros == 0 || number.sign() == 0) return rounded;
  if (zeros > Decimal::kMaxZeros) return std::nullopt;
  if (zeros > 0) {
    const std::string digits = std::string(number.digits) + std::string(zeros, '0');
    return With(rounded, digits, arena);
  }
  const auto size = static_cast<std::int64_t>(number.digits.size());
  const std::size_t kept = static_cast<std::size_t>(std::max<std::int64_t>(size + zeros, 0));
  rounded.digits = number.digits.substr(0, kept);
  if (WithoutZeros(number.digits.substr(kept)).empty()) return rounded;
  return With(rounded, Combine(rounded.digits, "1", false), arena);
}

Decimal Times(const Decimal& number, std::uint32_t factor, base::Arena& arena) {
  std::string digits;
  std::uint64_t carry = 0;
  for (std::size_t i = number.digits.size(); i > 0 || carry > 0;) {
    const int digit = i > 0 ? number.digits[--i] - '0' : 0;
    carry += std::uint64_t{factor} * static_cast<std::uint64_t>(digit);
    digits += static_cast<char>('0' + carry % 10);
    carry /= 10;
  }
  std::ranges::reverse(digits);
  return With(number, digits, arena);
}

Decimal RemoveFactors(const Decimal& number, std::uint32_t factor, std::int32_t& times, base::Arena& arena) {
  times = 0;
  Decimal rest = number;
  if (factor == 10) {
    const auto last = number.digits.find_last_not_of('0');
    rest.digits = number.digits.substr(0, last + 1);
    times = static_cast<std::int32_t>(number.digits.size() - rest.digits.size());
    return rest;
  }
  while (rest.sign() != 0) {
    std::uint64_t remainder = 0;
    const std::string quotient = Divide(rest.digits, factor, remainder);
    if (remainder != 0) break;
    ++times;
    rest = With(rest, quotient, arena);
  }
  return rest;
}

double UnscaledDouble(const Decimal& number) {
  double value = 0;
  const char* end = number.digits.data() + number.digits.size();
  if (std::from_chars(number.digits.data(), end, value).ec == std::errc::result_out_of_range) {
    value = std::numeric_limits<double>::infinity();
  }
  return number.sign() < 0 ? -value : value;
}

}  // namespace structural::kubernetes
