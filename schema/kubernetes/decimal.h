// Decimal: a decimal number with any number of digits. Its value is unscaled * 10^-scale.
//
// The digits are stored as text. This is efficient enough, because quantities are only shifted, truncated, added and
// compared.
//
// Upstream: gopkg.in/inf.v0 Dec.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "schema/base/arena.h"

namespace structural::kubernetes {

// The digits are in an Arena, or in a text that must live as long as the Arena.
struct Decimal {
  // Maximum number of zeros that a function may append to the digits when it changes the scale. Go has no limit, and
  // needs minutes and gigabytes for 1e2000000000.
  static constexpr std::int64_t kMaxZeros = 1 << 17;

  bool negative = false;
  std::string_view digits = {};  // digits of the unscaled number without leading zeros; empty for zero
  std::int32_t scale = 0;

  int sign() const { return digits.empty() ? 0 : negative ? -1 : 1; }
};

// Returns unscaled * 10^-scale.
Decimal DecimalOf(std::int64_t unscaled, std::int32_t scale, base::Arena& arena);

// Parses a number such as "-12.5". Returns nullopt if the text is not such a number.
std::optional<Decimal> ReadDecimal(std::string_view text, base::Arena& arena);

// Returns a negative number if a < b, 0 if a = b, and a positive number if a > b. The cost is linear in the number of
// digits.
int Compare(const Decimal& a, const Decimal& b);

// Returns the sum; nullopt if more than kMaxZeros zeros would have to be appended.
std::optional<Decimal> Add(const Decimal& a, const Decimal& b, base::Arena& arena);

// Returns the number with the scale `scale`. A smaller scale removes digits and rounds away from zero. Returns nullopt
// if more than kMaxZeros zeros would have to be appended.
std::optional<Decimal> RoundUp(const Decimal& number, std::int32_t scale, base::Arena& arena);

// Returns the product of a number and `factor`.
Decimal Times(const Decimal& number, std::uint32_t factor, base::Arena& arena);

// Divides the unscaled number by `factor` as often as the remainder is 0. Sets `times` to the number of divisions.
//
// Upstream: apimachinery pkg/api/resource removeBigIntFactors (v0.37.2).
Decimal RemoveFactors(const Decimal& number, std::uint32_t factor, std::int32_t& times, base::Arena& arena);

// Returns the double that is nearest to the unscaled number; infinity if the number is too large.
double UnscaledDouble(const Decimal& number);

}  // namespace structural::kubernetes
