#include "schema/json/scan.h"

#include <charconv>
#include <cmath>
#include <cstdlib>
#include <cstring>

#include "schema/base/quote.h"
#include "schema/base/utf8.h"

namespace structural::json {
namespace {

// Returns the value of the four hexadecimal digits at the beginning of the text; -1 if the text does not begin with
// four such digits.
int Hex4(std::string_view text) {
  if (text.size() < 4) return -1;
  int value = 0;
  for (int i = 0; i < 4; ++i) {
    const int digit = base::HexValue(text[i]);
    if (digit < 0) return -1;
    value = value << 4 | digit;
  }
  return value;
}

// Returns the end of the escape that begins with the backslash at `at`; nullptr if the escape is invalid.
const char* SkipEscape(const char* at, const char* end) {
  if (end - at < 2) return nullptr;
  if (at[1] != 'u') return std::strchr("\"\\/bfnrt", at[1]) != nullptr && at[1] != 0 ? at + 2 : nullptr;
  return Hex4({at + 2, static_cast<std::size_t>(end - at - 2)}) < 0 ? nullptr : at + 6;
}

char EscapedChar(char letter) {
  switch (letter) {
    case 'b': return '\b';
    case 'f': return '\f';
    case 'n': return '\n';
    case 'r': return '\r';
    case 't': return '\t';
    default: return letter;
  }
}

// Appends the code point of the \u escape at the beginning of `raw`. Returns the number of bytes of the escape. Two
// escapes of a surrogate pair are one code point. A lone surrogate becomes U+FFFD.
std::size_t AppendUnicodeEscape(std::string_view raw, std::string& to) {
  const int high = Hex4(raw.substr(2));
  if (high < 0xD800 || high > 0xDFFF) {
    base::AppendRune(high, to);
    return 6;
  }
  const int low = high < 0xDC00 && raw.substr(6).starts_with("\\u") ? Hex4(raw.substr(8)) : -1;
  if (low < 0xDC00 || low > 0xDFFF) {
    base::AppendRune(base::kReplacementRune, to);
    return 6;
  }
  base::AppendRune(0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00), to);
  return 12;
}

}  // namespace

JsonString ScanJsonString(const char* at, const char* end) {
  const char* const start = at;
  bool escaped = false, ascii = true;
  while (true) {
    at = base::FindJsonSpecial(at, end);
    if (at == end || static_cast<unsigned char>(*at) < 0x20) return {nullptr, at, false};
    if (*at == '"') break;
    if (*at == '\\') {
      const char* next = SkipEscape(at, end);
      if (next == nullptr) return {nullptr, at, false};
      at = next;
      escaped = true;
    } else {
      ascii = false;
      ++at;
    }
  }
  const bool plain = !escaped && (ascii || base::IsValidUtf8({start, static_cast<std::size_t>(at - start)}));
  return {at, nullptr, plain};
}

std::string UnescapeJsonString(std::string_view raw) {
  std::string value;
  value.reserve(raw.size());
  while (!raw.empty()) {
    const char* const special = base::FindJsonSpecial(raw.data(), raw.data() + raw.size());
    value.append(raw.data(), special);
    raw.remove_prefix(special - raw.data());
    if (raw.empty()) break;
    if (raw.front() != '\\') {
      const base::Rune rune = base::DecodeRune(raw);
      base::AppendRune(rune.value, value);
      raw.remove_prefix(rune.size);
    } else if (raw[1] == 'u') {
      raw.remove_prefix(AppendUnicodeEscape(raw, value));
    } else {
      value += EscapedChar(raw[1]);
      raw.remove_prefix(2);
    }
  }
  return value;
}

const char* ScanJsonNumber(const char* at, const char* end) {
  const auto digits = [&] {
    const char* const start = at;
    while (at != end && base::IsDigit(*at)) ++at;
    return at - start;
  };
  if (at != end && *at == '-') ++at;
  const bool zero = at != end && *at == '0';
  const auto integral = digits();
  if (integral == 0 || (zero && integral > 1)) return nullptr;
  if (at != end && *at == '.') {
    ++at;
    if (digits() == 0) return nullptr;
  }
  if (at != end && (*at == 'e' || *at == 'E')) {
    ++at;
    if (at != end && (*at == '+' || *at == '-')) ++at;
    if (digits() == 0) return nullptr;
  }
  return at;
}

std::optional<std::int64_t> ParseInt64(std::string_view literal) {
  std::int64_t value = 0;
  const auto [end, code] = std::from_chars(literal.data(), literal.data() + literal.size(), value);
  if (code != std::errc() || end != literal.data() + literal.size()) return std::nullopt;
  return value;
}

std::optional<double> ParseDouble(std::string_view literal) {
  double value = 0;
  const auto [end, code] = std::from_chars(literal.data(), literal.data() + literal.size(), value);
  if (code != std::errc::result_out_of_range) return value;
  value = std::strtod(std::string(literal).c_str(), nullptr);
  if (std::isinf(value)) return std::nullopt;
  return value;
}

}  // namespace structural::json
