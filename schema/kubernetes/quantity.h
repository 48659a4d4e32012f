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

// A value of int64 and a power of ten, or a Decimal once that does not do: which of them shows in
// AsInt64, and Compare changes it. Trivial; its texts are in an Arena or in what was parsed.
struct Quantity {
  enum class Form : std::uint8_t { kDecimalExponent, kBinarySI, kDecimalSI };

  std::int64_t value = 0;
  std::int32_t scale = 0;  // value * 10^scale
  bool is_decimal = false;
  Form form = Form::kDecimalSI;
  Decimal decimal = {};        // instead of the value
  std::string_view text = {};  // as it was written, where that is the canonical form

  int sign() const;
  // nullopt for a fraction, what is too large, and each Decimal.
  std::optional<std::int64_t> AsInt64() const;
  double AsApproximateFloat64() const;
};

// The text is Kubernetes' error. What Kubernetes would write with more than Decimal::kMostZeros
// zeros is an error here.
std::variant<Quantity, std::string> ParseQuantity(std::string_view text, base::Arena& arena);

// As resource.NewQuantity(value, DecimalExponent).
Quantity QuantityOf(std::int64_t value);

// -1, 0, 1. Where one is a Decimal, `a` becomes one, as it does in Kubernetes; `b` does not.
int Compare(Quantity& a, const Quantity& b, base::Arena& arena);

// nullopt where the sum would have more than Decimal::kMostZeros zeros.
std::optional<Quantity> Add(const Quantity& a, const Quantity& b, base::Arena& arena);
std::optional<Quantity> Subtract(const Quantity& a, const Quantity& b, base::Arena& arena);

// As it was written, or its canonical form.
std::string Print(const Quantity& quantity, base::Arena& arena);

}  // namespace structural::kubernetes
