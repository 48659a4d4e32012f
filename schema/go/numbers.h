// Reads and prints numbers like Go's strconv.
//
// Upstream: Go strconv (Go 1.26).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace structural::go {

// Each Parse function returns nullopt if Go rejects the text, or if the number is out of range.

// Parse a text like Go's ParseInt(text, 10, 64) and ParseUint(text, 10, 64).
std::optional<std::int64_t> ParseInt(std::string_view text);
std::optional<std::uint64_t> ParseUint(std::string_view text);

// Parses a text like Go's ParseFloat(text, 64): decimal or hexadecimal, with underscores, "inf", "nan".
std::optional<double> ParseFloat(std::string_view text);

std::optional<bool> ParseBool(std::string_view text);

// Returns Atoi's error for a text that is not an int, or nullopt for an int:
//   strconv.Atoi: parsing "x": invalid syntax
std::optional<std::string> AtoiError(std::string_view text);

// Prints like Go's FormatFloat(value, 'f', -1, 64).
std::string FormatFixed(double value);

}  // namespace structural::go
