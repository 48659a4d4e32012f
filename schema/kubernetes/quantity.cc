#include "schema/kubernetes/quantity.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

#include "schema/base/utf8.h"

namespace structural::kubernetes {
namespace {

using Form = Quantity::Form;

// The suffix of a quantity: Ki, m, e-3.
//
// Upstream: apimachinery pkg/api/resource suffix.go (v0.37.2).
struct QuantitySuffix {
  std::int32_t base;  // 2 or 10
  std::int32_t exponent;
  Quantity::Form form;
};

struct SuffixRow {
  std::string_view text;
  QuantitySuffix means;
};

constexpr std::array<SuffixRow, 16> kSuffixes = {{
    {"Ki", {2, 10, Form::kBinarySI}},
    {"Mi", {2, 20, Form::kBinarySI}},
    {"Gi", {2, 30, Form::kBinarySI}},
    {"Ti", {2, 40, Form::kBinarySI}},
    {"Pi", {2, 50, Form::kBinarySI}},
    {"Ei", {2, 60, Form::kBinarySI}},
    {"n", {10, -9, Form::kDecimalSI}},
    {"u", {10, -6, Form::kDecimalSI}},
    {"m", {10, -3, Form::kDecimalSI}},
    {"", {10, 0, Form::kDecimalSI}},
    {"k", {10, 3, Form::kDecimalSI}},
    {"M", {10, 6, Form::kDecimalSI}},
    {"G", {10, 9, Form::kDecimalSI}},
    {"T", {10, 12, Form::kDecimalSI}},
    {"P", {10, 15, Form::kDecimalSI}},
    {"E", {10, 18, Form::kDecimalSI}},
}};

std::optional<QuantitySuffix> ReadQuantitySuffix(std::string_view text) {
  for (const SuffixRow& row : kSuffixes) {
    if (row.text == text) return row.means;
  }
  if (text.size() < 2 || (text[0] != 'e' && text[0] != 'E')) return std::nullopt;
  text.remove_prefix(text[1] == '+' ? 2 : 1);
  std::int64_t exponent = 0;
  const char* end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, exponent);
  if (read.ec != std::errc() || read.ptr != end) return std::nullopt;
  return QuantitySuffix{10, static_cast<std::int32_t>(exponent), Form::kDecimalExponent};
}

// Returns the text of a suffix; empty if the exponent has no suffix.
std::string PrintQuantitySuffix(const QuantitySuffix& suffix) {
  if (suffix.form == Form::kDecimalExponent) {
    return suffix.exponent == 0 ? "" : "e" + std::to_string(suffix.exponent);
  }
  for (const SuffixRow& row : kSuffixes) {
    if (row.means.base == suffix.base && row.means.exponent == suffix.exponent) return std::string(row.text);
  }
  return {};
}

constexpr std::string_view kWrongForm =
    "quantities must match the regular expression "
    "'^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";
constexpr std::string_view kNoNumber = "unable to parse numeric part of quantity";
constexpr std::string_view kNoSuffix = "unable to parse quantity's suffix";
constexpr std::string_view kTooManyZeros = "quantity has more zeros than this program writes";
constexpr std::int32_t kNano = -9;

struct QuantityParts {
  bool positive = true;
  std::string_view number;  // the text before the suffix
  std::string_view whole;   // digits before the decimal point, without leading zeros; "0" if none remain
  std::string_view fraction;
  std::string_view suffix;
};

std::string_view TakeDigits(std::string_view& text) {
  const auto end = std::ranges::find_if_not(text, base::IsDigit) - text.begin();
  const std::string_view digits = text.substr(0, static_cast<std::size_t>(end));
  text.remove_prefix(digits.size());
  return digits;
}

// Upstream: apimachinery pkg/api/resource parseQuantityString.
bool Split(std::string_view text, QuantityParts& parts) {
  std::string_view rest = text;
  if (rest.starts_with('-') || rest.starts_with('+')) {
    parts.positive = rest[0] != '-';
    rest.remove_prefix(1);
  }
  rest.remove_prefix(std::min(rest.find_first_not_of('0'), rest.size()));
  parts.whole = parts.number = "0";
  if (rest.empty()) return true;
  const std::string_view whole = TakeDigits(rest);
  if (!whole.empty()) parts.whole = whole;
  if (rest.starts_with('.')) {
    rest.remove_prefix(1);
    parts.fraction = TakeDigits(rest);
  }
  parts.number = text.substr(0, text.size() - rest.size());
  parts.suffix = rest;
  rest.remove_prefix(std::min(rest.find_first_not_of("eEinumkKMGTP"), rest.size()));
  if (rest.starts_with('-') || rest.starts_with('+')) rest.remove_prefix(1);
  TakeDigits(rest);
  return rest.empty();
}

// Returns Kubernetes' estimate of how many further digits would fit into an int64. If the estimate is negative,
// Kubernetes uses a Decimal.
std::int32_t Precision(const QuantityParts& parts, const QuantitySuffix& suffix, bool exact) {
  const auto whole = static_cast<std::int32_t>(parts.whole.size());
  const auto fraction = static_cast<std::int32_t>(parts.fraction.size());
  if (suffix.base == 10) return (exact ? 19 : 18) - whole - fraction;
  if (fraction > 0) return -1;
  return 15 - whole - suffix.exponent * 3 / 10 - 1;
}

// Returns the number with these digits; nullopt if it does not fit into an int64.
std::optional<std::int64_t> ReadInt64(bool positive, std::string digits) {
  if (!positive) digits.insert(0, 1, '-');
  std::int64_t value = 0;
  const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  return read.ec == std::errc() ? std::optional(value) : std::nullopt;
}

// Returns the quantity with an int64 value; nullopt if Kubernetes uses a Decimal.
std::optional<Quantity> ParseInt64Quantity(const QuantityParts& parts, const QuantitySuffix& suffix,
                                           std::string_view text, bool exact) {
  const std::int32_t precision = Precision(parts, suffix, exact);
  if (precision < 0) return std::nullopt;
  const auto digits_behind = static_cast<std::uint32_t>(parts.fraction.size());
  const auto exponent = static_cast<std::uint32_t>(suffix.base == 10 ? suffix.exponent : 0);
  const auto scale = static_cast<std::int32_t>(exponent - digits_behind);
  if (scale < kNano) return std::nullopt;
  const std::string digits = std::string(parts.whole).append(parts.fraction);
  const auto value = ReadInt64(parts.positive, digits);
  if (!value) return std::nullopt;
  const std::int64_t factor = suffix.base == 2 ? std::int64_t{1} << suffix.exponent : 1;
  std::int64_t scaled = 0;
  if (__builtin_mul_overflow(*value, factor, &scaled)) return std::nullopt;
  Quantity quantity{.value = scaled, .scale = scale, .form = suffix.form};
  const bool canonical = suffix.form == Quantity::Form::kBinarySI ? (*value & 7) != 0
                                                                  : precision > (exact ? 0 : -1) && scale % 3 == 0 &&
                                                                        !digits.ends_with("000") && digits[0] != '0';
  if (canonical) quantity.text = text;
  return quantity;
}

std::variant<Quantity, std::string> ParseDecimalQuantity(const QuantityParts& parts, const QuantitySuffix& suffix,
                                                         bool exact, base::Arena& arena) {
  auto amount = ReadDecimal(parts.number, arena);
  if (!amount) return std::string(kNoNumber);
  const bool negative = std::exchange(amount->negative, false);
  if (suffix.base == 10) {
    if (exact && suffix.exponent == std::numeric_limits<std::int32_t>::min()) return std::string(kNoSuffix);
    const auto scale = static_cast<std::uint32_t>(amount->scale);
    amount->scale = static_cast<std::int32_t>(scale - static_cast<std::uint32_t>(suffix.exponent));
  } else {
    for (int bits = suffix.exponent; bits > 0; bits -= 10) *amount = Times(*amount, 1024, arena);
  }
  if (amount->sign() != 0) amount = RoundUp(*amount, -kNano, arena);
  if (!amount) return std::string(kTooManyZeros);
  Quantity quantity{.uses_big_decimal = true, .form = suffix.form, .decimal = *amount};
  if (suffix.form == Quantity::Form::kBinarySI) {
    const Decimal max = DecimalOf(std::numeric_limits<std::int64_t>::max(), 0, arena);
    if (Compare(*amount, max) > 0) quantity.decimal = max;
    const Decimal one = DecimalOf(1, 0, arena);
    if (amount->sign() > 0 && Compare(*amount, one) < 0) quantity.form = Quantity::Form::kDecimalSI;
  }
  quantity.decimal.negative = negative;
  return quantity;
}

}  // namespace

namespace {

std::variant<Quantity, std::string> Parse(std::string_view text, bool exact, base::Arena& arena) {
  if (text.empty()) return std::string(kWrongForm);
  if (text == "0") return Quantity{.text = text};
  QuantityParts parts;
  if (!Split(text, parts)) return std::string(kWrongForm);
  const auto suffix = ReadQuantitySuffix(parts.suffix);
  if (!suffix) return std::string(kNoSuffix);
  if (const auto small = ParseInt64Quantity(parts, *suffix, text, exact)) return *small;
  return ParseDecimalQuantity(parts, *suffix, exact, arena);
}

}  // namespace

std::variant<Quantity, std::string> ParseQuantity(std::string_view text, base::Arena& arena, int minor) {
  const bool exact = minor >= Quantity::kFirstExactMinor;
  auto parsed = Parse(text, exact, arena);
  if (auto* quantity = std::get_if<Quantity>(&parsed)) quantity->is_exact = exact;
  return parsed;
}

namespace {

constexpr std::int64_t kLeast = std::numeric_limits<std::int64_t>::min();

constexpr std::array kPowers = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10,
                                1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21,
                                1e22, 1e23, 1e24, 1e25, 1e26, 1e27, 1e28, 1e29, 1e30, 1e31};
constexpr std::array kLargePowers = {1e0, 1e32, 1e64, 1e96, 1e128, 1e160, 1e192, 1e224, 1e256, 1e288};
constexpr std::array kSmallPowers = {1e-0, 1e-32, 1e-64, 1e-96, 1e-128, 1e-160, 1e-192, 1e-224, 1e-256, 1e-288, 1e-320};

// Upstream: Go math.Pow10 (Go 1.26).
double Power10(std::int64_t n) {
  if (n > 308) return std::numeric_limits<double>::infinity();
  if (n < -323) return 0;
  const auto size = static_cast<std::size_t>(n < 0 ? -n : n);
  return n < 0 ? kSmallPowers[size / 32] / kPowers[size % 32] : kLargePowers[size / 32] * kPowers[size % 32];
}

// Returns value * 10^power; nullopt if it does not fit into an int64. Precondition: `power` is positive.
//
// Upstream: apimachinery pkg/api/resource positiveScaleInt64.
std::optional<std::int64_t> Scaled(std::int64_t value, std::int64_t power) {
  if (power <= 0 || value == 0) return value;
  if (value == kLeast || power > 18) return std::nullopt;
  for (; power > 0; --power) {
    if (__builtin_mul_overflow(value, std::int64_t{10}, &value)) return std::nullopt;
  }
  return value;
}

const Decimal& ToDecimal(Quantity& quantity, base::Arena& arena) {
  if (!quantity.uses_big_decimal) {
    const auto scale = static_cast<std::int32_t>(-static_cast<std::uint32_t>(quantity.scale));
    quantity.decimal = DecimalOf(quantity.value, scale, arena);
    quantity.uses_big_decimal = true;
  }
  return quantity.decimal;
}

// Adds value * 10^scale to `to`. The result has the smaller of the two scales. Returns false if the result does not fit
// into an int64.
//
// Upstream: apimachinery pkg/api/resource int64Amount.Add.
bool AddValues(Quantity& to, std::int64_t value, std::int32_t scale) {
  if (value == 0) return true;
  if (to.value == 0) {
    to.value = value;
    to.scale = scale;
    return true;
  }
  const std::int64_t apart = std::int64_t{to.scale} - scale;
  const auto first = Scaled(to.value, apart), second = Scaled(value, -apart);
  std::int64_t sum = 0;
  if (!first || !second || __builtin_add_overflow(*first, *second, &sum)) return false;
  to.value = sum;
  to.scale = std::min(to.scale, scale);
  return true;
}

// Whether the scales `a` and `b` and their difference are in the range of a Decimal's scale: canAlignInfScale of
// Kubernetes 1.38.
bool CanAlign(std::int32_t a, std::int32_t b) {
  constexpr std::int32_t kMin = std::numeric_limits<std::int32_t>::min();
  const std::int64_t apart = std::int64_t{a} - b;
  return a != kMin && b != kMin && apart > kMin && apart < -std::int64_t{kMin};
}

std::int64_t Negated(std::int64_t value) { return static_cast<std::int64_t>(-static_cast<std::uint64_t>(value)); }

std::optional<Quantity> AddDecimals(Quantity a, Decimal b, base::Arena& arena) {
  const auto sum = Add(ToDecimal(a, arena), b, arena);
  if (!sum) return std::nullopt;
  a.decimal = *sum;
  return a;
}

}  // namespace

int Quantity::sign() const {
  if (uses_big_decimal) return decimal.sign();
  return value == 0 ? 0 : value < 0 ? -1 : 1;
}

std::optional<std::int64_t> Quantity::AsInt64() const {
  if (uses_big_decimal || scale < 0) return std::nullopt;
  return Scaled(value, scale);
}

double Quantity::AsApproximateFloat64() const {
  const double base = uses_big_decimal ? UnscaledDouble(decimal) : static_cast<double>(value);
  const std::int64_t exponent = uses_big_decimal ? -std::int64_t{decimal.scale} : scale;
  return exponent == 0 || (is_exact && base == 0) ? base : base * Power10(exponent);
}

Quantity QuantityOf(std::int64_t value, int minor) {
  return {.value = value, .is_exact = minor >= Quantity::kFirstExactMinor, .form = Quantity::Form::kDecimalExponent};
}

int Compare(Quantity& a, const Quantity& b, base::Arena& arena) {
  Quantity other = b;
  const bool decimals = a.uses_big_decimal || b.uses_big_decimal;
  if (decimals && !a.is_exact) return Compare(ToDecimal(a, arena), ToDecimal(other, arena));
  if (!decimals && a.scale == b.scale) return a.value == b.value ? 0 : a.value < b.value ? -1 : 1;
  Quantity copy = a;
  return Compare(ToDecimal(copy, arena), ToDecimal(other, arena));
}

std::optional<Quantity> Add(const Quantity& a, const Quantity& b, base::Arena& arena) {
  Quantity sum = a, other = b;
  sum.text = {};
  if (a.sign() == 0) sum.form = b.form;
  if (!a.uses_big_decimal && !b.uses_big_decimal && AddValues(sum, b.value, b.scale)) return sum;
  return AddDecimals(sum, ToDecimal(other, arena), arena);
}

std::optional<Quantity> Subtract(const Quantity& a, const Quantity& b, base::Arena& arena) {
  Quantity difference = a, other = b;
  difference.text = {};
  if (a.sign() == 0) difference.form = b.form;
  const bool exact = a.is_exact && b.value == kLeast && CanAlign(a.scale, b.scale);
  const bool values = !a.uses_big_decimal && !b.uses_big_decimal && !exact;
  if (values && AddValues(difference, Negated(b.value), b.scale)) return difference;
  Decimal negated = ToDecimal(other, arena);
  negated.negative = !negated.negative;
  return AddDecimals(difference, negated, arena);
}

namespace {

std::string PrintDigits(const Decimal& number) {
  if (number.sign() == 0) return "0";
  return (number.sign() < 0 ? "-" : "") + std::string(number.digits);
}

// Returns the number with a suffix whose exponent is a multiple of three: 12e3, 12k.
//
// Upstream: apimachinery pkg/api/resource infDecAmount.AsCanonicalBytes.
std::string PrintDecimal(const Decimal& number, Form form, bool exact, base::Arena& arena) {
  std::int32_t times = 0;
  const Decimal rest = RemoveFactors(number, 10, times, arena);
  std::string text = PrintDigits(rest);
  std::int64_t exponent = std::int64_t{times} - number.scale;
  for (; exponent % 3 != 0; --exponent) text += '0';
  QuantitySuffix suffix{10, static_cast<std::int32_t>(exponent), form};
  if (exact && PrintQuantitySuffix(suffix).empty()) suffix.form = Form::kDecimalExponent;
  return text + PrintQuantitySuffix(suffix);
}

Decimal AsDecimal(const Quantity& quantity, base::Arena& arena) {
  if (quantity.uses_big_decimal) return quantity.decimal;
  const auto scale = static_cast<std::int32_t>(-static_cast<std::uint32_t>(quantity.scale));
  return DecimalOf(quantity.value, scale, arena);
}

}  // namespace

std::string Print(const Quantity& quantity, base::Arena& arena) {
  if (!quantity.text.empty()) return std::string(quantity.text);
  if (quantity.sign() == 0) return "0";
  const Decimal number = AsDecimal(quantity, arena);
  if (quantity.form != Form::kBinarySI) return PrintDecimal(number, quantity.form, quantity.is_exact, arena);
  Decimal size = number;
  size.negative = false;
  const bool small = Compare(size, DecimalOf(1024, 0, arena)) < 0;
  const auto whole = RoundUp(number, 0, arena);
  if (small || !whole || Compare(*whole, number) != 0)
    return PrintDecimal(number, Form::kDecimalSI, quantity.is_exact, arena);
  std::int32_t times = 0;
  const Decimal rest = RemoveFactors(*whole, 1024, times, arena);
  const std::string suffix = PrintQuantitySuffix({2, times * 10, Form::kBinarySI});
  const bool known = times == 0 || !suffix.empty() || !quantity.is_exact;
  return known ? PrintDigits(rest) + suffix : PrintDecimal(*whole, Form::kDecimalExponent, true, arena);
}

}  // namespace structural::kubernetes
