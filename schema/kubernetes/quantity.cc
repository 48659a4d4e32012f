#include "schema/kubernetes/quantity.h"

#include <algorithm>
#include <array>
#include <limits>

namespace structural::kubernetes {
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

// Returns the value times ten to a positive power.
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
  if (!quantity.is_decimal) {
    const auto scale = static_cast<std::int32_t>(-static_cast<std::uint32_t>(quantity.scale));
    quantity.decimal = DecimalOf(quantity.value, scale, arena);
    quantity.is_decimal = true;
  }
  return quantity.decimal;
}

// Adds at the smaller of the two scales. Returns false if the sum does not fit.
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

std::int64_t Negated(std::int64_t value) { return static_cast<std::int64_t>(-static_cast<std::uint64_t>(value)); }

std::optional<Quantity> AddDecimals(Quantity a, Decimal b, base::Arena& arena) {
  const auto sum = Add(ToDecimal(a, arena), b, arena);
  if (!sum) return std::nullopt;
  a.decimal = *sum;
  return a;
}

}  // namespace

int Quantity::sign() const {
  if (is_decimal) return decimal.sign();
  return value == 0 ? 0 : value < 0 ? -1 : 1;
}

std::optional<std::int64_t> Quantity::AsInt64() const {
  if (is_decimal || scale < 0) return std::nullopt;
  return Scaled(value, scale);
}

double Quantity::AsApproximateFloat64() const {
  const double base = is_decimal ? UnscaledDouble(decimal) : static_cast<double>(value);
  const std::int64_t exponent = is_decimal ? -std::int64_t{decimal.scale} : scale;
  return exponent == 0 ? base : base * Power10(exponent);
}

Quantity QuantityOf(std::int64_t value) { return {.value = value, .form = Quantity::Form::kDecimalExponent}; }

int Compare(Quantity& a, const Quantity& b, base::Arena& arena) {
  Quantity other = b;
  if (a.is_decimal || b.is_decimal) return Compare(ToDecimal(a, arena), ToDecimal(other, arena));
  if (a.scale == b.scale) return a.value == b.value ? 0 : a.value < b.value ? -1 : 1;
  Quantity copy = a;
  return Compare(ToDecimal(copy, arena), ToDecimal(other, arena));
}

std::optional<Quantity> Add(const Quantity& a, const Quantity& b, base::Arena& arena) {
  Quantity sum = a, other = b;
  sum.text = {};
  if (a.sign() == 0) sum.form = b.form;
  if (!a.is_decimal && !b.is_decimal && AddValues(sum, b.value, b.scale)) return sum;
  return AddDecimals(sum, ToDecimal(other, arena), arena);
}

std::optional<Quantity> Subtract(const Quantity& a, const Quantity& b, base::Arena& arena) {
  Quantity difference = a, other = b;
  difference.text = {};
  if (a.sign() == 0) difference.form = b.form;
  const bool values = !a.is_decimal && !b.is_decimal;
  if (values && AddValues(difference, Negated(b.value), b.scale)) return difference;
  Decimal negated = ToDecimal(other, arena);
  negated.negative = !negated.negative;
  return AddDecimals(difference, negated, arena);
}

}  // namespace structural::kubernetes
