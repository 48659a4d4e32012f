// Conversions between int, uint and double that fail if the number does not fit. The functions named Exact also fail if
// the conversion changes the number.
//
// Upstream: cel-go common/types/overflow.go (v0.29.2).
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>

namespace structural::cel::eval {

inline constexpr double kTwoTo63 = 9223372036854775808.0;
inline constexpr double kTwoTo64 = 18446744073709551616.0;

// Whether `seconds`, counted from 1970-01-01T00:00:00Z, is in the years 1 to 9999.
inline bool IsTimestamp(std::int64_t seconds) { return seconds >= -62'135'596'800 && seconds <= 253'402'300'799; }

// Returns the integral part; nullopt unless -2^63 < value < 2^63, as in cel-go.
inline std::optional<std::int64_t> ToInt(double value) {
  if (!(value > -kTwoTo63 && value < kTwoTo63)) return std::nullopt;
  return static_cast<std::int64_t>(value);
}

inline std::optional<std::uint64_t> ToUint(double value) {
  if (!(value >= 0 && value < kTwoTo64)) return std::nullopt;
  return static_cast<std::uint64_t>(value);
}

inline std::optional<std::int64_t> ExactInt(double value) {
  const auto whole = ToInt(value);
  return whole && static_cast<double>(*whole) == value ? whole : std::nullopt;
}

inline std::optional<std::uint64_t> ExactUint(double value) {
  const auto whole = ToUint(value);
  return whole && static_cast<double>(*whole) == value ? whole : std::nullopt;
}

inline std::optional<std::uint64_t> ExactUint(std::int64_t value) {
  if (value < 0) return std::nullopt;
  return static_cast<std::uint64_t>(value);
}

inline std::optional<std::int64_t> ExactInt(std::uint64_t value) {
  if (value > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())) {
    return std::nullopt;
  }
  return static_cast<std::int64_t>(value);
}

}  // namespace structural::cel::eval
