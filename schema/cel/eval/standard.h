// The functions of the standard library. cel-go's singletons check the kinds of their arguments themselves.
//
// Upstream: cel-go common/stdlib/standard.go, cel/library.go, ext/comprehensions.go (v0.29.2).
#pragma once

#include "schema/cel/eval/function.h"

namespace structural::cel::eval::standard {

// Defined in arithmetic.cc.
Value Add(Arguments arguments, Context& context);
Value Subtract(Arguments arguments, Context& context);
Value Multiply(Arguments arguments, Context& context);
Value Divide(Arguments arguments, Context& context);
Value Modulo(Arguments arguments, Context& context);
Value Negate(Arguments arguments, Context& context);

// Defined in order.cc.
Value Less(Arguments arguments, Context& context);
Value LessEquals(Arguments arguments, Context& context);
Value Greater(Arguments arguments, Context& context);
Value GreaterEquals(Arguments arguments, Context& context);

// A part of a timestamp or a duration. The functions for parts are defined in calendar.cc.
enum class Part {
  kYear,
  kMonth,
  kDayOfYear,
  kDayOfMonth,  // day of the month, from 0
  kDate,        // day of the month, from 1
  kDayOfWeek,
  kHours,
  kMinutes,
  kSeconds,
  kMilliseconds,
};
// Returns a part of a timestamp, in a time zone or in UTC.
Value TimePart(Part part, Arguments arguments, Context& context);
// Returns the whole duration in the unit of `part`.
Value DurationPart(Part part, std::int64_t nanoseconds);

// Returns the error of an operator whose first argument does not have the required trait.
Value WithoutTrait(const Value& value, std::string_view function, Context& context);

}  // namespace structural::cel::eval::standard
