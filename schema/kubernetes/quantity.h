// Quantities of resources: 100m, 1.5Gi, 12e6.
//
// Upstream: apimachinery pkg/api/resource quantity.go, amount.go, math.go, suffix.go (v0.37.2).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

#include "schema/base/arena.h"
#include "schema/kubernetes/decimal.h"

namespace structural::kubernetes {

// A quantity: value * 10^scale, or a Decimal if the value does not fit into an int64. The difference is observable:
// AsInt64 fails for a Decimal, and Compare converts to a Decimal. A trivial type; its texts are in an Arena or in the
// parsed text.
struct Quantity {
  enum class Form : std::uint8_t { kDecimalExponent, kBinarySI, kDecimalSI };

  std::int64_t value = 0;
  std::int32_t scale = 0;  // value * 10^scale
  bool is_decimal = false;
  Form form = Form::kDecimalSI;
  Decimal decimal = {};        // used if is_decimal
  std::string_view text = {};  // the written text if it is the canonical form, otherwise empty

  int sign() const;
  // Returns nullopt for a fraction, for a value that does not fit, and for a Decimal.
  std::optional<std::int64_t> AsInt64() const;
  double AsApproximateFloat64() const;
};

// Returns the quantity, or Kubernetes' error. A quantity that Kubernetes would print with more than Decimal::kMaxZeros
// zeros is an error here.
std::variant<Quantity, std::string> ParseQuantity(std::string_view text, base::Arena& arena);

// Returns the quantity that resource.NewQuantity(value, DecimalExponent) returns.
Quantity QuantityOf(std::int64_t value);

// Returns -1, 0 or 1. If one of them is a Decimal, `a` becomes a Decimal, as in Kubernetes, but `b` does not change.
int Compare(Quantity& a, const Quantity& b, base::Arena& arena);

// Add and Subtract return nullopt if a number would get more than Decimal::kMaxZeros zeros.
std::optional<Quantity> Add(const Quantity& a, const Quantity& b, base::Arena& arena);
std::optional<Quantity> Subtract(const Quantity& a, const Quantity& b, base::Arena& arena);

// Returns the quantity as written if that is the canonical form, otherwise the canonical form.
std::string Print(const Quantity& quantity, base::Arena& arena);

}  // namespace structural::kubernetes
