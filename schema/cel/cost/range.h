// Range: the minimum and maximum of a size or a cost. Sums and products that overflow become 2^64-1.
//
// Upstream: cel-go checker/cost.go SizeEstimate, CostEstimate (v0.29.2).
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

namespace structural::cel::cost {

inline constexpr std::uint64_t kMaxUint64 = std::numeric_limits<std::uint64_t>::max();

inline std::uint64_t Add(std::uint64_t a, std::uint64_t b) { return a > kMaxUint64 - b ? kMaxUint64 : a + b; }

inline std::uint64_t Multiply(std::uint64_t a, std::uint64_t b) {
  return b != 0 && a > kMaxUint64 / b ? kMaxUint64 : a * b;
}

// Returns the product, rounded up; 2^64-1 on overflow.
inline std::uint64_t MultiplyBy(std::uint64_t a, double factor) {
  constexpr double kTwoTo64 = 18446744073709551616.0;
  const double exact = static_cast<double>(a);
  if (exact > 0 && factor > 0 && exact > kTwoTo64 / factor) return kMaxUint64;
  const double product = std::ceil(exact * factor);
  return product >= kTwoTo64 ? kMaxUint64 : static_cast<std::uint64_t>(product);
}

// The minimum and the maximum of a size or a cost. A value type.
struct Range {
  std::uint64_t min = 0;
  std::uint64_t max = 0;

  Range operator+(Range other) const { return {Add(min, other.min), Add(max, other.max)}; }
  Range operator*(Range other) const { return {Multiply(min, other.min), Multiply(max, other.max)}; }
  Range operator*(double factor) const { return {MultiplyBy(min, factor), MultiplyBy(max, factor)}; }
  // Returns the smallest range that includes both.
  Range operator|(Range other) const { return {std::min(min, other.min), std::max(max, other.max)}; }

  friend bool operator==(Range, Range) = default;
};

constexpr Range FixedRange(std::uint64_t value) { return {value, value}; }

inline constexpr Range kUnknownRange = {0, kMaxUint64};
inline constexpr Range kEmptyRange = {kMaxUint64, 0};  // the empty range: kEmptyRange | range equals range

inline constexpr double kStringFactor = 0.1;   // cost of each character that is read
inline constexpr double kRegexpFactor = 0.25;  // cost of each character of a regular expression
// The costs of a new list, a new map and a new message without their parts.
inline constexpr Range kListBase = FixedRange(10);
inline constexpr Range kMapBase = FixedRange(30);
inline constexpr Range kMessageBase = FixedRange(40);

}  // namespace structural::cel::cost
