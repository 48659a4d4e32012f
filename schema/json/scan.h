// The scanning steps below JsonReader: spaces, strings, numbers.
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
  const char* close;  // the closing quote; nullptr: there is none, see error_at
  const char* error_at;
  bool plain;  // no escape and valid UTF-8: the bytes are the value
};

// From just after the opening quote. Escapes are checked for their form.
JsonString ScanJsonString(const char* at, const char* end);

// The value of a string that ScanJsonString accepted and called not plain.
std::string UnescapeJsonString(std::string_view raw);

// The end of the number that begins at `at`; nullptr where the grammar is broken.
const char* ScanJsonNumber(const char* at, const char* end);

// nullopt where the literal is no integer of 64 bits.
std::optional<std::int64_t> ParseInt64(std::string_view literal);

// nullopt where the value is beyond the range; too small counts as zero. As Go's ParseFloat.
std::optional<double> ParseDouble(std::string_view literal);

}  // namespace structural::json
