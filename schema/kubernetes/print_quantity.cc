#include <array>
#include <charconv>
#include <cmath>

#include "schema/kubernetes/quantity.h"
#include "schema/kubernetes/quantity_suffix.h"

namespace structural::kubernetes {
namespace {

using Form = Quantity::Form;

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

std::string PrintDigits(const Decimal& number) {
  if (number.sign() == 0) return "0";
  return (number.sign() < 0 ? "-" : "") + std::string(number.digits);
}

// The printed exponent is a multiple of three.
//
// Upstream: apimachinery pkg/api/resource infDecAmount.AsCanonicalBytes.
std::string PrintDecimal(const Decimal& number, Form form, base::Arena& arena) {
  std::int32_t times = 0;
  const Decimal rest = WithoutFactors(number, 10, times, arena);
  std::string text = PrintDigits(rest);
  std::int64_t exponent = std::int64_t{times} - number.scale;
  for (; exponent % 3 != 0; --exponent) text += '0';
  return text + PrintQuantitySuffix({10, static_cast<std::int32_t>(exponent), form});
}

Decimal AsDecimal(const Quantity& quantity, base::Arena& arena) {
  if (quantity.is_decimal) return quantity.decimal;
  const auto scale = static_cast<std::int32_t>(-static_cast<std::uint32_t>(quantity.scale));
  return DecimalOf(quantity.value, scale, arena);
}

}  // namespace

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

std::string PrintQuantitySuffix(const QuantitySuffix& suffix) {
  if (suffix.form == Form::kDecimalExponent) {
    return suffix.exponent == 0 ? "" : "e" + std::to_string(suffix.exponent);
  }
  for (const SuffixRow& row : kSuffixes) {
    if (row.means.base == suffix.base && row.means.exponent == suffix.exponent) return std::string(row.text);
  }
  return {};
}

std::string Print(const Quantity& quantity, base::Arena& arena) {
  if (!quantity.text.empty()) return std::string(quantity.text);
  if (quantity.sign() == 0) return "0";
  const Decimal number = AsDecimal(quantity, arena);
  if (quantity.form != Form::kBinarySI) return PrintDecimal(number, quantity.form, arena);
  Decimal size = number;
  size.negative = false;
  const bool small = Compare(size, DecimalOf(1024, 0, arena)) < 0;
  const auto whole = RoundUp(number, 0, arena);
  if (small || !whole || Compare(*whole, number) != 0) return PrintDecimal(number, Form::kDecimalSI, arena);
  std::int32_t times = 0;
  const Decimal rest = WithoutFactors(*whole, 1024, times, arena);
  return PrintDigits(rest) + PrintQuantitySuffix({2, times * 10, Form::kBinarySI});
}

}  // namespace structural::kubernetes
