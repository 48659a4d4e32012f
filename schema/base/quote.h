// Functions that quote and escape text like Go, like JSON, or for safe output on terminals.
#pragma once

#include <bit>
#include <cstddef>
#include <string>
#include <string_view>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace structural::base {

// Quotes the text like Go's %q: in double quotes, with backslash escapes, and with \x, \u or \U for unprintable
// characters.
//
// Upstream: Go strconv Quote, IsPrint (Go 1.26).
std::string Quote(std::string_view text);

// Whether Go considers the code point printable: letters, marks, numbers, punctuation, symbols and the ASCII space.
//
// Upstream: Go unicode.IsPrint (Go 1.26).
bool IsPrint(char32_t rune);

// Appends the text as a JSON string with its quotes, as Go's encoding/json writes it without HTML escaping: U+2028 and
// U+2029 are escaped, invalid UTF-8 becomes U+FFFD.
void AppendJsonString(std::string_view text, std::string& to);

// Whether `c` is special in a JSON string: a quote, a backslash, a control character, or a byte above 0x7F.
inline bool IsJsonSpecial(char c) {
  return c == '"' || c == '\\' || static_cast<unsigned char>(c) < 0x20 || (c & 0x80) != 0;
}

// Returns the first byte for which IsJsonSpecial is true, or `end`.
inline const char* FindJsonSpecial(const char* at, const char* end) {
#ifdef __SSE2__
  const __m128i quote = _mm_set1_epi8('"'), backslash = _mm_set1_epi8('\\'), space = _mm_set1_epi8(0x20);
  for (; end - at >= 16; at += 16) {
    const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(at));
    // The comparison is signed: control characters and bytes above 0x7F (negative) are less than a space.
    const __m128i hits = _mm_or_si128(_mm_or_si128(_mm_cmpeq_epi8(bytes, quote), _mm_cmpeq_epi8(bytes, backslash)),
                                      _mm_cmplt_epi8(bytes, space));
    if (const unsigned mask = _mm_movemask_epi8(hits)) return at + std::countr_zero(mask);
  }
#endif
  while (at != end && !IsJsonSpecial(*at)) ++at;
  return at;
}

// Returns `text` with unprintable characters escaped as in Quote (\n, \x1b, \u202e). Quotes and backslashes are not
// escaped. Makes untrusted text (a name, a path, a server's message) safe in logs, messages and terminals: it cannot
// end a line, move the cursor or change the text direction.
std::string EscapeUnprintable(std::string_view text);

// Whether the code point is a control character, a line or paragraph separator, or changes the text direction. If
// untrusted text contains such characters, they must not be written to an HTML page or to a comment of generated code.
bool ChangesDirectionOrLayout(char32_t rune);

// Returns the text if it has at most `max` bytes. Otherwise cuts it between two code points, and appends the number of
// missing bytes: "spec.ver… (20 more bytes)".
std::string Shorten(std::string_view text, std::size_t max);

}  // namespace structural::base
