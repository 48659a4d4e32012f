// Cost functions that several libraries use.
//
// Upstream: cel-go ext/costs.go (v0.29.2), apiserver/pkg/cel/library/cost.go (v0.37.2).
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "schema/cel/eval/function.h"

namespace structural::cel::library {

using eval::Arguments;
using eval::Context;
using eval::Value;
using CallCost = std::optional<std::uint64_t>;

// Returns 1, the cost of a function whose cost does not depend on the sizes of its arguments.
CallCost CostOfOne(std::string_view overload, Arguments arguments, const Value& result, Context& context);
// Returns the cost of reading the first argument once, or twice.
CallCost CostOfReading(std::string_view overload, Arguments arguments, const Value& result, Context& context);
CallCost CostOfReadingTwice(std::string_view overload, Arguments arguments, const Value& result, Context& context);

// Returns the cost of matching a text of `size` bytes with a regular expression of `pattern_size` bytes.
std::uint64_t PatternCost(std::uint64_t size, std::uint64_t pattern_size);

// Converts a double like Go: a value that is too large becomes 2^63.
std::uint64_t ToUint64(double value);

// Return the sum or the product; 2^64-1 on overflow.
std::uint64_t SaturatingAdd(std::uint64_t a, std::uint64_t b);
std::uint64_t SaturatingMultiply(std::uint64_t a, std::uint64_t b);

}  // namespace structural::cel::library
