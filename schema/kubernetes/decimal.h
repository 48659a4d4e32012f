// Decimal: a number with any number of decimal digits: unscaled * 10^-scale.
//
// The digits are text, because Kubernetes only shifts, cuts, adds and compares the numbers of quantities.
//
// Upstream: gopkg.in/inf.v0 Dec.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "schema/base/arena.h"

namespace structural::kubernetes {

// The digits are in an Arena, or in a text that lives as long as the Arena.
struct Decimal {
  // Maximum number of zeros that a change of the scale appends. Go has no limit, and needs minutes and gigabytes for
  // 1e2000000000.
  static constexpr std::int64_t kMaxZeros = 1 << 17;

  bool negative = false;
  std::string_view digits = {};  // digits of the unscaled number, without leading zeros; empty for zero
  std::int32_t scale = 0;

  int sign() const { return digits.empty() ? 0 : negative ? -1 : 1; }
};

Decimal DecimalOf(std::int64_t unscaled, std::int32_t scale, base::Arena& arena);

// Reads "-12.5". Returns nullopt if the text has no digit or other characters.
std::optional<Decimal> ReadDecimal(std::string_view text, base::Arena& arena);

// Cost: linear in the digits.
int Compare(const Decimal& a, const Decimal& b);

// Returns nullopt if a number would get more than kMaxZeros zeros.
std::optional<Decimal> Add(const Decimal& a, const Decimal& b, base::Arena& arena);

// Changes the scale, and rounds away from zero if digits are cut. Returns nullopt if the number would get more than
// kMaxZeros zeros.
std::optional<Decimal> RoundUp(const Decimal& number, std::int32_t scale, base::Arena& arena);

// Multiplies the unscaled number by `factor`.
Decimal Times(const Decimal& number, std::uint32_t factor, base::Arena& arena);

// Divides the unscaled number by `factor` as long as the remainder is zero. `times` becomes the number of divisions.
//
// Upstream: apimachinery pkg/api/resource removeBigIntFactors (v0.37.2).
Decimal WithoutFactors(const Decimal& number, std::uint32_t factor, std::int32_t& times, base::Arena& arena);

// Returns the unscaled number as the nearest double; infinity if it is too large.
double UnscaledDouble(const Decimal& number);

}  // namespace structural::kubernetes
