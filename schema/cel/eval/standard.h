// What the functions of the standard library do. Singletons of cel-go look at the kinds of their
// arguments themselves.
//
// Upstream: cel-go common/stdlib/standard.go, cel/library.go, ext/comprehensions.go (v0.29.2).
#pragma once

#include "schema/cel/eval/function.h"

namespace structural::cel::eval::standard {

// arithmetic.cc
Value Add(Arguments arguments, Context& context);
Value Subtract(Arguments arguments, Context& context);
Value Multiply(Arguments arguments, Context& context);
Value Divide(Arguments arguments, Context& context);
Value Modulo(Arguments arguments, Context& context);
Value Negate(Arguments arguments, Context& context);

// order.cc
Value Less(Arguments arguments, Context& context);
Value LessEquals(Arguments arguments, Context& context);
Value Greater(Arguments arguments, Context& context);
Value GreaterEquals(Arguments arguments, Context& context);

// calendar.cc
enum class Part {
  kYear,
  kMonth,
  kDayOfYear,
  kDayOfMonth,  // from 0
  kDate,        // from 1
  kDayOfWeek,
  kHours,
  kMinutes,
  kSeconds,
  kMilliseconds,
};
// Of a timestamp, with a zone or in UTC.
Value TimePart(Part part, Arguments arguments, Context& context);
// Of a duration, as a whole.
Value DurationPart(Part part, std::int64_t nanoseconds);

// What an operator says of a first argument that has not the trait.
Value WithoutTrait(const Value& value, std::string_view function, Context& context);

}  // namespace structural::cel::eval::standard
