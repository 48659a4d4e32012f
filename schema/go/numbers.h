// Numbers as Go's strconv reads them from text.
//
// Upstream: Go strconv (Go 1.26).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace structural::go {

// nullopt of each where Go refuses the text, or the number is out of range.

// ParseInt(text, 10, 64), ParseUint(text, 10, 64).
std::optional<std::int64_t> ParseInt(std::string_view text);
std::optional<std::uint64_t> ParseUint(std::string_view text);

// ParseFloat(text, 64): decimal and hexadecimal, with underscores, "inf", "nan".
std::optional<double> ParseFloat(std::string_view text);

std::optional<bool> ParseBool(std::string_view text);

// What Atoi says of a text that is no int; nullopt where it is one:
//   strconv.Atoi: parsing "x": invalid syntax
std::optional<std::string> AtoiError(std::string_view text);

// FormatFloat(value, 'f', -1, 64).
std::string FormatFixed(double value);

}  // namespace structural::go
