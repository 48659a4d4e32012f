// Quantity: an amount of a resource: 100m, 1.5Gi, 12e6.
//
// Upstream: apimachinery pkg/api/resource quantity.go, amount.go, math.go, suffix.go (v0.37.2, v0.38.0-alpha.2).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

#include "schema/base/arena.h"
#include "schema/kubernetes/decimal.h"
#include "schema/kubernetes/releases.h"

namespace structural::kubernetes {

// A quantity: value * 10^scale, or a Decimal if the value does not fit into an int64. The difference is observable:
// AsInt64 returns nullopt for a Decimal, and Compare converts to a Decimal. Plain data. The texts of a quantity are in
// an Arena or in the parsed text.
struct Quantity {
  // The first release with exact quantities, as a minor version. In earlier releases, integers of 19 digits are
  // Decimals, Compare changes its first quantity, and results near the limits of int64 and of exponents are wrong.
  static constexpr int kFirstExactMinor = 38;

  enum class Form : std::uint8_t { kDecimalExponent, kBinarySI, kDecimalSI };

  std::int64_t value = 0;
  std::int32_t scale = 0;  // the quantity is value * 10^scale
  bool uses_big_decimal = false;
  bool is_exact = false;  // whether the release is kFirstExactMinor or later
  Form form = Form::kDecimalSI;
  Decimal decimal = {};        // the quantity, if uses_big_decimal is true
  std::string_view text = {};  // the parsed text if it is in canonical form; otherwise empty

  int sign() const;
  // Returns the quantity as an integer; nullopt if it has a fraction, does not fit into an int64, or is a Decimal.
  std::optional<std::int64_t> AsInt64() const;
  double AsApproximateFloat64() const;
};

// Parses a quantity as Kubernetes 1.`minor` does. Returns Kubernetes' error if the text is not a quantity. Also returns
// an error if Kubernetes would print the quantity with more than Decimal::kMaxZeros zeros.
std::variant<Quantity, std::string> ParseQuantity(std::string_view text, base::Arena& arena, int minor = kDefaultMinor);

// Returns the quantity that Go's resource.NewQuantity(value, DecimalExponent) returns.
Quantity QuantityOf(std::int64_t value, int minor = kDefaultMinor);

// Returns -1 if a < b, 0 if a = b, and 1 if a > b. For releases before 1.38, converts `a` to a Decimal if one of the
// quantities is a Decimal, as those releases do. `b` never changes.
int Compare(Quantity& a, const Quantity& b, base::Arena& arena);

// Add and Subtract return nullopt if more than Decimal::kMaxZeros zeros would have to be appended.
std::optional<Quantity> Add(const Quantity& a, const Quantity& b, base::Arena& arena);
std::optional<Quantity> Subtract(const Quantity& a, const Quantity& b, base::Arena& arena);

// Returns the canonical form of a quantity: "1Gi" for 1024Mi.
std::string Print(const Quantity& quantity, base::Arena& arena);

}  // namespace structural::kubernetes
