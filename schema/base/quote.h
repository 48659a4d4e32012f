// Text as Go quotes it.
#pragma once

#include <bit>
#include <cstddef>
#include <string>
#include <string_view>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace structural::base {

// Like Go's %q: double quotes, backslash escapes, what is not printable as \x, \u or \U.
//
// Upstream: Go strconv Quote, IsPrint (Go 1.26).
std::string Quote(std::string_view text);

// Whether Go calls the code point printable: letters, marks, numbers, punctuation, symbols, a
// space.
//
// Upstream: Go unicode.IsPrint (Go 1.26).
bool IsPrint(char32_t rune);

// Appends the text as a JSON string, quotes included, as Go's encoding/json writes it without HTML
// escaping: U+2028 and U+2029 are escaped, invalid UTF-8 becomes U+FFFD.
void AppendJsonString(std::string_view text, std::string& to);

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

// Text of others, as names, paths and answers, where people read it: in logs, on terminals and in
// messages.

// The text in one line: what Go calls not printable is escaped as Quote does, \n or \x1b or \u202e,
// so that it can neither end a line nor move a cursor nor turn the direction of its text. Quotes
// and backslashes stay.
std::string EscapeUnprintable(std::string_view text);

// Control characters, separators of lines and paragraphs, and what turns the direction of the text
// around it: what a page or a comment in code must not have of others, either.
bool MovesText(char32_t rune);

// The text, or its first `most` bytes at most, cut between two code points, and how much is left
// out: "spec.ver… (20 more bytes)".
std::string Shorten(std::string_view text, std::size_t most);

}  // namespace structural::base
