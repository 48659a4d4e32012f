// Suffixes of quantities: Ki, m, e-3.
//
// Upstream: apimachinery pkg/api/resource suffix.go (v0.37.2).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "schema/kubernetes/quantity.h"

namespace structural::kubernetes {

struct QuantitySuffix {
  std::int32_t base;  // 2 or 10
  std::int32_t exponent;
  Quantity::Form form;
};

std::optional<QuantitySuffix> ReadQuantitySuffix(std::string_view text);

// Returns an empty text if the exponent has no suffix.
std::string PrintQuantitySuffix(const QuantitySuffix& suffix);

}  // namespace structural::kubernetes
