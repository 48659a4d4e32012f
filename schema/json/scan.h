// Functions that JsonReader uses to scan white space, strings and numbers.
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
  const char* close;  // closing quote; nullptr if the string is invalid, with the error at error_at
  const char* error_at;
  bool plain;  // whether the string has no escapes and is valid UTF-8, so that its bytes are its value
};

// Scans a string from `at`, the byte after the opening quote, to the closing quote. Checks the syntax of escapes.
JsonString ScanJsonString(const char* at, const char* end);

// Returns the value of a JSON string. `raw` is the text between its quotes. Precondition: ScanJsonString found the
// closing quote.
std::string UnescapeJsonString(std::string_view raw);

// Returns the end of the number that begins at `at`; nullptr if the number is malformed.
const char* ScanJsonNumber(const char* at, const char* end);

// Returns the value of a number; nullopt if it is not an integer that fits into 64 bits.
std::optional<std::int64_t> ParseInt64(std::string_view literal);

// Returns the value of a number; nullopt if it is out of the range of a double. A number that is too small becomes
// zero, as in Go's ParseFloat.
std::optional<double> ParseDouble(std::string_view literal);

}  // namespace structural::json
