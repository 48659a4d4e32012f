#include "schema/base/utf8.h"
#include "schema/go/regexp/character_class.h"
#include "schema/go/regexp/node.h"

namespace structural::go::regexp {
namespace {

constexpr std::string_view kLetters = "afnrtv";
constexpr std::string_view kMeanings = "\a\f\n\r\t\v";

bool IsAlphanumeric(char32_t c) { return c < 0x80 && base::IsLetterOrDigit(static_cast<char>(c)); }

bool IsOctal(char32_t c) { return c >= '0' && c <= '7'; }

bool OctalFollows(const Source& source) {
  return !source.rest().empty() && IsOctal(static_cast<unsigned char>(source.rest().front()));
}

// Returns -1 if `c` is not a hexadecimal digit.
int HexDigit(char32_t c) { return c < 0x80 ? base::HexValue(static_cast<char>(c)) : -1; }

// Reads up to three digits. `first` is already read.
char32_t ReadOctal(Source& source, char32_t first) {
  char32_t rune = first - '0';
  for (int digits = 1; digits < 3 && OctalFollows(source); ++digits) {
    rune = rune * 8 + static_cast<char32_t>(source.rest().front() - '0');
    source.Skip(1);
  }
  return rune;
}

// The functions below also return false if the text is not an escape. They then record no error.

// Reads the rest of an escape after \x{.
bool ReadBracedHex(Source& source, char32_t& rune) {
  rune = 0;
  for (int digits = 0; !source.rest().empty(); ++digits) {
    char32_t c;
    if (!source.Next(c)) return false;
    if (c == '}') return digits > 0;
    const int digit = HexDigit(c);
    if (digit < 0) return false;
    rune = rune * 16 + digit;
    if (rune > kLastRune) return false;
  }
  return false;
}

// Reads the rest of an escape after \x.
bool ReadHex(Source& source, char32_t& rune) {
  char32_t c;
  if (source.rest().empty() || !source.Next(c)) return false;
  if (c == '{') return ReadBracedHex(source, rune);
  const int high = HexDigit(c);
  if (!source.Next(c)) return false;
  const int low = HexDigit(c);
  if (high < 0 || low < 0) return false;
  rune = static_cast<char32_t>(high * 16 + low);
  return true;
}

// Reads an escape whose character after the backslash is already in `rune`.
bool ReadMeaning(Source& source, char32_t& rune) {
  const char32_t c = rune;
  if (c == '0' || (IsOctal(c) && OctalFollows(source))) {
    rune = ReadOctal(source, c);
    return true;
  }
  if (c == 'x') return ReadHex(source, rune);
  if (c >= 0x80) return false;
  if (!IsAlphanumeric(c)) return true;
  const std::size_t letter = kLetters.find(static_cast<char>(c));
  if (letter == std::string_view::npos) return false;
  rune = static_cast<char32_t>(kMeanings[letter]);
  return true;
}

}  // namespace

bool ReadEscape(Source& source, char32_t& rune) {
  const std::string_view start = source.rest();
  source.Skip(1);
  if (source.rest().empty()) return source.Fail(syntax_errors::kTrailingBackslash, {});
  if (!source.Next(rune)) return false;
  if (ReadMeaning(source, rune)) return true;
  return source.error() ? false : source.Fail(syntax_errors::kEscape, source.Since(start));
}

}  // namespace structural::go::regexp
