// Prints numbers like %f and %e of string.format, in the form of English texts: 1,234.500000 and 1.234500×10⁰³.
//
// Upstream: golang.org/x/text message, internal/number (v0.40.0), in the locale en_US.
#pragma once

#include <cstdint>
#include <string>

namespace structural::cel::library {

// Prints `precision` digits after the point, 6 if `precision` is negative. Go stores the minimum of digits in 8 bits
// and the maximum in 16 bits, so values above 255 print another number of digits.
std::string PrintFixed(double value, std::int64_t precision);

// Prints 6 digits after the point, padded with spaces to `width` characters; width 6 if `width` is negative.
std::string PrintScientific(double value, std::int64_t width);

}  // namespace structural::cel::library
