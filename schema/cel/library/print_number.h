// Numbers as %f and %e of string.format print them: those of English texts, 1,234.500000 and
// 1.234500×10⁰³.
//
// Upstream: golang.org/x/text message, internal/number (v0.40.0), in the locale en_US.
#pragma once

#include <cstdint>
#include <string>

namespace structural::cel::library {

// With digits behind the point, 6 where `precision` is negative. Go keeps the precision in few
// bits: those above 255 print other numbers of digits.
std::string PrintFixed(double value, std::int64_t precision);

// With 6 digits behind the point, filled up with spaces to `width` characters, 6 where that is
// negative.
std::string PrintScientific(double value, std::int64_t width);

}  // namespace structural::cel::library
