// Decimal: a number with any number of decimal digits, unscaled * 10^-scale.
//
// Digits are kept as text: what Kubernetes does with the numbers of quantities is to shift, cut,
// add and compare them.
//
// Upstream: gopkg.in/inf.v0 Dec.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "schema/base/arena.h"

namespace structural::kubernetes {

// Digits are in an Arena or in a text that lives as long.
struct Decimal {
  // Zeros that a change of scale may append. Go has no limit there, and takes minutes and gigabytes
  // for 1e2000000000.
  static constexpr std::int64_t kMostZeros = 1 << 17;

  bool negative = false;
  std::string_view digits = {};  // of the unscaled number, without leading zeros; empty for zero
  std::int32_t scale = 0;

  int sign() const { return digits.empty() ? 0 : negative ? -1 : 1; }
};

Decimal DecimalOf(std::int64_t unscaled, std::int32_t scale, base::Arena& arena);

// "-12.5"; nullopt where there is no digit, or something else.
std::optional<Decimal> ReadDecimal(std::string_view text, base::Arena& arena);

// Cost: linear in the digits.
int Compare(const Decimal& a, const Decimal& b);

// nullopt beyond kMostZeros.
std::optional<Decimal> Add(const Decimal& a, const Decimal& b, base::Arena& arena);

// At another scale, away from zero where digits are cut; nullopt beyond kMostZeros.
std::optional<Decimal> RoundUp(const Decimal& number, std::int32_t scale, base::Arena& arena);

// The unscaled number times a small one.
Decimal Times(const Decimal& number, std::uint32_t factor, base::Arena& arena);

// The unscaled number divided by a small one as often as it goes without remainder; `times` becomes
// how often.
//
// Upstream: apimachinery pkg/api/resource removeBigIntFactors (v0.37.2).
Decimal WithoutFactors(const Decimal& number, std::uint32_t factor, std::int32_t& times,
                       base::Arena& arena);

// The unscaled number as the nearest double; infinite where it is too large.
double UnscaledDouble(const Decimal& number);

}  // namespace structural::kubernetes
