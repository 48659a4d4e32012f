// Functions below JsonReader that scan spaces, strings and numbers.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace structural::json {

inline bool IsJsonSpace(char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r'; }

inline const char* SkipJsonSpace(const char* at, const char* end) {
  while (at != end && IsJsonSpace(*at)) ++at;
  return at;
}

struct JsonString {
  const char* close;  // the closing quote; nullptr if the string is invalid: see error_at
  const char* error_at;
  bool plain;  // whether the bytes are the value: no escapes, valid UTF-8
};

// Scans a string. `at` is just after the opening quote. Checks the form of escapes.
JsonString ScanJsonString(const char* at, const char* end);

// Returns the value of a string for which ScanJsonString returned `plain` false and a closing quote.
std::string UnescapeJsonString(std::string_view raw);

// Returns the end of the number that begins at `at`; nullptr if the number is malformed.
const char* ScanJsonNumber(const char* at, const char* end);

// Returns nullopt if the literal is not an integer of 64 bits.
std::optional<std::int64_t> ParseInt64(std::string_view literal);

// Returns nullopt if the value is beyond the range of a double. A value that is too small becomes zero, as in Go's
// ParseFloat.
std::optional<double> ParseDouble(std::string_view literal);

}  // namespace structural::json
