// Parses and prints numbers like Go's strconv.
//
// Upstream: Go strconv (Go 1.26).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace structural::go {

// The Parse functions return nullopt if Go rejects the text. Go also rejects numbers that are out of range.

// Parses a text like Go's ParseInt(text, 10, 64) or ParseUint(text, 10, 64).
std::optional<std::int64_t> ParseInt(std::string_view text);
std::optional<std::uint64_t> ParseUint(std::string_view text);

// Parses a text like Go's ParseFloat(text, 64): "1.5e3", "0x1p-2", "0x_1p-2", "inf" or "nan".
std::optional<double> ParseFloat(std::string_view text);

std::optional<bool> ParseBool(std::string_view text);

// Returns the error of Go's Atoi for a text that is not an int; nullopt for a valid int:
//   strconv.Atoi: parsing "x": invalid syntax
std::optional<std::string> AtoiError(std::string_view text);

// Returns the number like Go's FormatFloat(value, 'f', -1, 64).
std::string FormatFixed(double value);

}  // namespace structural::go
