// The scanning steps below JsonReader: spaces, strings, numbers.
#pragma once

#include <bit>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace structural::base {

inline bool IsJsonSpace(char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r'; }

inline const char* SkipJsonSpace(const char* at, const char* end) {
  while (at != end && IsJsonSpace(*at)) ++at;
  return at;
}

// A quote, a backslash, a control character, or not ASCII.
inline bool IsJsonSpecial(char c) {
  return c == '"' || c == '\\' || static_cast<unsigned char>(c) < 0x20 || (c & 0x80) != 0;
}

// The first byte that is special; or the end.
inline const char* FindJsonSpecial(const char* at, const char* end) {
#ifdef __SSE2__
  const __m128i quote = _mm_set1_epi8('"'), backslash = _mm_set1_epi8('\\'),
                space = _mm_set1_epi8(0x20);
  for (; end - at >= 16; at += 16) {
    const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(at));
    // As signed bytes, control characters and those above 0x7F are both below a space.
    const __m128i hits =
        _mm_or_si128(_mm_or_si128(_mm_cmpeq_epi8(bytes, quote), _mm_cmpeq_epi8(bytes, backslash)),
                     _mm_cmplt_epi8(bytes, space));
    if (const unsigned mask = _mm_movemask_epi8(hits)) return at + std::countr_zero(mask);
  }
#endif
  while (at != end && !IsJsonSpecial(*at)) ++at;
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

}  // namespace structural::base
