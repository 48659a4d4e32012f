#include "schema/cel/unescape.h"

#include <algorithm>
#include <cstdint>

#include "schema/base/utf8.h"

namespace structural::cel {
namespace {

using base::HexValue;
using base::Result;

base::Error Invalid(std::string message) { return {base::ErrorCode::kInvalidInput, std::move(message)}; }

std::string WithLineFeeds(std::string_view text) {
  std::string normal;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\r' && i + 1 < text.size() && text[i + 1] == '\n') continue;
    normal += text[i] == '\r' ? '\n' : text[i];
  }
  return normal;
}

// Returns the value of an escape of one character; '\0' for other characters.
char Simple(char c) {
  constexpr std::string_view kNames = "abfnrtv\\'\"`?", kValues = "\a\b\f\n\r\t\v\\'\"`?";
  const std::size_t at = kNames.find(c);
  return at == kNames.npos ? '\0' : kValues[at];
}

struct Numeric {
  std::size_t digits;
  int base;
};

Numeric NumericOf(char c) {
  switch (c) {
    case 'x':
    case 'X': return {2, 16};
    case 'u': return {4, 16};
    case 'U': return {8, 16};
    default: return {3, 8};
  }
}

bool IsScalar(char32_t rune) { return rune < 0xD800 || (rune > 0xDFFF && rune <= 0x10FFFF); }

// Removes an escape from the beginning of `text`, which is a backslash, and appends its value.
base::Status TakeEscape(std::string_view& text, bool bytes, std::string& to) {
  if (text.size() < 2) return Invalid("unable to unescape string, found '\\' as last character");
  const char kind = text[1];
  if (const char value = Simple(kind); value != '\0') {
    to += value;
    text.remove_prefix(2);
    return base::Ok();
  }
  const Numeric form = NumericOf(kind);
  const bool octal = form.base == 8;
  if (octal && (kind < '0' || kind > '3')) return Invalid("unable to unescape string");
  if (bytes && form.digits > 3) return Invalid("unable to unescape string");
  text.remove_prefix(octal ? 1 : 2);
  const std::string what = octal ? "unable to unescape octal sequence in string" : "unable to unescape string";
  if (text.size() < form.digits) return Invalid(what);
  std::uint32_t value = 0;
  for (const char c : text.substr(0, form.digits)) {
    const int digit = HexValue(c);
    if (digit < 0 || digit >= form.base) return Invalid(what);
    value = value * form.base + digit;
  }
  text.remove_prefix(form.digits);
  if (!bytes && !IsScalar(value)) return Invalid("invalid unicode code point");
  if (bytes) {
    to += static_cast<char>(value);
  } else {
    base::AppendRune(value, to);
  }
  return base::Ok();
}

// Returns the text between the quotes; an error if the quotes do not match.
Result<std::string_view> Between(std::string_view text) {
  const auto error = Invalid("unable to unescape string");
  if (text.size() < 2 || text.front() != text.back()) return error;
  if (text.front() != '"' && text.front() != '\'') return error;
  const std::string three(3, text.front());
  std::size_t quotes = 1;
  if (text.size() >= 6 && text.starts_with(three)) {
    if (!text.ends_with(three)) return error;
    quotes = 3;
  }
  return text.substr(quotes, text.size() - 2 * quotes);
}

}  // namespace

Result<std::string> Unescape(std::string_view literal, bool bytes) {
  const std::string normal = WithLineFeeds(literal);
  if (normal.size() < 2) return Invalid("unable to unescape string");
  const bool raw = normal[0] == 'r' || normal[0] == 'R';
  const Result<std::string_view> between = Between(std::string_view(normal).substr(raw ? 1 : 0));
  if (!between.ok()) return between.error();
  std::string_view text = *between;
  if (raw) return std::string(text);
  std::string value;
  while (!text.empty()) {
    const std::size_t plain = std::min(text.find('\\'), text.size());
    value += text.substr(0, plain);
    text.remove_prefix(plain);
    if (text.empty()) break;
    const base::Status taken = TakeEscape(text, bytes, value);
    if (!taken.ok()) return taken.error();
  }
  return value;
}

}  // namespace structural::cel
