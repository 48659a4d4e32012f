#include <algorithm>
#include <charconv>
#include <limits>

#include "schema/base/utf8.h"
#include "schema/kubernetes/quantity.h"
#include "schema/kubernetes/quantity_suffix.h"

namespace structural::kubernetes {
namespace {

constexpr std::string_view kWrongForm =
    "quantities must match the regular expression "
    "'^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";
constexpr std::string_view kNoNumber = "unable to parse numeric part of quantity";
constexpr std::string_view kNoSuffix = "unable to parse quantity's suffix";
constexpr std::string_view kTooManyZeros = "quantity has more zeros than this program writes";
constexpr std::int32_t kNano = -9;

struct QuantityParts {
  bool positive = true;
  std::string_view number;  // everything before the suffix
  std::string_view whole;   // digits without leading zeros, or "0"
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

// Returns how many more digits would fit into an int64, as Kubernetes estimates it. If negative, Kubernetes uses a
// Decimal.
std::int32_t Precision(const QuantityParts& parts, const QuantitySuffix& suffix) {
  const auto whole = static_cast<std::int32_t>(parts.whole.size());
  const auto fraction = static_cast<std::int32_t>(parts.fraction.size());
  if (suffix.base == 10) return 18 - whole - fraction;
  if (fraction > 0) return -1;
  return 15 - whole - suffix.exponent * 3 / 10 - 1;
}

// Returns nullopt if the value needs a Decimal.
std::optional<Quantity> ParseInt64Quantity(const QuantityParts& parts, const QuantitySuffix& suffix,
                                           std::string_view text) {
  if (Precision(parts, suffix) < 0) return std::nullopt;
  const auto digits_behind = static_cast<std::uint32_t>(parts.fraction.size());
  const auto exponent = static_cast<std::uint32_t>(suffix.base == 10 ? suffix.exponent : 0);
  const auto scale = static_cast<std::int32_t>(exponent - digits_behind);
  if (scale < kNano) return std::nullopt;
  const std::string digits = std::string(parts.whole).append(parts.fraction);
  std::int64_t value = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), value);
  const std::int64_t factor = suffix.base == 2 ? std::int64_t{1} << suffix.exponent : 1;
  std::int64_t scaled = 0;
  if (__builtin_mul_overflow(value, factor, &scaled)) return std::nullopt;
  if (!parts.positive) scaled = -scaled;
  Quantity quantity{.value = scaled, .scale = scale, .form = suffix.form};
  const bool canonical = suffix.form == Quantity::Form::kBinarySI
                             ? (value & 7) != 0
                             : scale % 3 == 0 && !digits.ends_with("000") && digits[0] != '0';
  if (canonical) quantity.text = text;
  return quantity;
}

std::variant<Quantity, std::string> ParseDecimalQuantity(const QuantityParts& parts, const QuantitySuffix& suffix,
                                                         base::Arena& arena) {
  auto amount = ReadDecimal(parts.number, arena);
  if (!amount) return std::string(kNoNumber);
  const bool negative = std::exchange(amount->negative, false);
  if (suffix.base == 10) {
    const auto scale = static_cast<std::uint32_t>(amount->scale);
    amount->scale = static_cast<std::int32_t>(scale - static_cast<std::uint32_t>(suffix.exponent));
  } else {
    for (int bits = suffix.exponent; bits > 0; bits -= 10) *amount = Times(*amount, 1024, arena);
  }
  if (amount->sign() != 0) amount = RoundUp(*amount, -kNano, arena);
  if (!amount) return std::string(kTooManyZeros);
  Quantity quantity{.is_decimal = true, .form = suffix.form, .decimal = *amount};
  if (suffix.form == Quantity::Form::kBinarySI) {
    const Decimal most = DecimalOf(std::numeric_limits<std::int64_t>::max(), 0, arena);
    if (Compare(*amount, most) > 0) quantity.decimal = most;
    const Decimal one = DecimalOf(1, 0, arena);
    if (amount->sign() > 0 && Compare(*amount, one) < 0) quantity.form = Quantity::Form::kDecimalSI;
  }
  quantity.decimal.negative = negative;
  return quantity;
}

}  // namespace

std::variant<Quantity, std::string> ParseQuantity(std::string_view text, base::Arena& arena) {
  if (text.empty()) return std::string(kWrongForm);
  if (text == "0") return Quantity{.text = text};
  QuantityParts parts;
  if (!Split(text, parts)) return std::string(kWrongForm);
  const auto suffix = ReadQuantitySuffix(parts.suffix);
  if (!suffix) return std::string(kNoSuffix);
  if (const auto small = ParseInt64Quantity(parts, *suffix, text)) return *small;
  return ParseDecimalQuantity(parts, *suffix, arena);
}

}  // namespace structural::kubernetes
