#include "schema/cel/library/costs.h"

#include <cmath>
#include <limits>

#include "schema/cel/eval/operations.h"

namespace structural::cel::library {

CallCost CostOfOne(std::string_view, Arguments, const Value&, Context&) { return 1; }

CallCost CostOfReading(std::string_view, Arguments arguments, const Value&, Context&) {
  return eval::TraversalCost(eval::ActualSize(arguments[0]));
}

CallCost CostOfReadingTwice(std::string_view, Arguments arguments, const Value&, Context&) {
  return eval::TraversalCost(2 * eval::ActualSize(arguments[0]));
}

std::uint64_t PatternCost(std::uint64_t size, std::uint64_t pattern_size) {
  const double pattern = std::ceil(static_cast<double>(pattern_size) * 0.25);
  return eval::TraversalCost(size + 1) * static_cast<std::uint64_t>(pattern);
}

std::uint64_t ToUint64(double value) {
  constexpr double kHalf = 9223372036854775808.0;
  if (value < kHalf) return static_cast<std::uint64_t>(static_cast<std::int64_t>(value));
  if (value >= 2 * kHalf) return std::uint64_t{1} << 63;
  return static_cast<std::uint64_t>(value);
}

std::uint64_t SaturatingAdd(std::uint64_t a, std::uint64_t b) {
  std::uint64_t sum = 0;
  return __builtin_add_overflow(a, b, &sum) ? std::numeric_limits<std::uint64_t>::max() : sum;
}

std::uint64_t SaturatingMultiply(std::uint64_t a, std::uint64_t b) {
  std::uint64_t product = 0;
  return __builtin_mul_overflow(a, b, &product) ? std::numeric_limits<std::uint64_t>::max() : product;
}

}  // namespace structural::cel::library
