#include "schema/base/quote.h"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <iterator>

#include "schema/base/utf8.h"

namespace structural::base {
namespace {

struct Range {
  char32_t first;
  char32_t last;
};

// Sorted by code point. The ranges do not touch. Written by hack/update/printable.
constexpr Range kPrintable[] = {
#include "schema/base/printable.inc"
};

void AppendHex(const char* format, std::uint32_t value, std::string& to) {
  char buffer[16];
  to.append(buffer, std::snprintf(buffer, sizeof buffer, format, value));
}

// Returns the letter of the short escape that Go and JSON have in common, or 0.
char ShortEscape(char32_t rune) {
  switch (rune) {
    case '\b': return 'b';
    case '\f': return 'f';
    case '\n': return 'n';
    case '\r': return 'r';
    case '\t': return 't';
    case '"': return '"';
    case '\\': return '\\';
    default: return 0;
  }
}

void AppendQuotedRune(std::string_view bytes, const Rune& rune, std::string& to) {
  if (!rune.valid) return AppendHex("\\x%02x", static_cast<unsigned char>(bytes.front()), to);
  if (const char letter = ShortEscape(rune.value)) {
    (to += '\\') += letter;
    return;
  }
  if (rune.value == '\a') {
    to += "\\a";
    return;
  }
  if (rune.value == '\v') {
    to += "\\v";
    return;
  }
  if (IsPrint(rune.value)) {
    to.append(bytes.substr(0, rune.size));
    return;
  }
  if (rune.value < ' ' || rune.value == 0x7F) return AppendHex("\\x%02x", rune.value, to);
  if (rune.value < 0x10000) return AppendHex("\\u%04x", rune.value, to);
  AppendHex("\\U%08x", rune.value, to);
}

void AppendJsonRune(std::string_view bytes, const Rune& rune, std::string& to) {
  if (!rune.valid) {
    to += "\\ufffd";
    return;
  }
  if (const char letter = ShortEscape(rune.value)) {
    (to += '\\') += letter;
    return;
  }
  if (rune.value < ' ' || rune.value == 0x2028 || rune.value == 0x2029) {
    return AppendHex("\\u%04x", rune.value, to);
  }
  to.append(bytes.substr(0, rune.size));
}

bool IsContinuation(char byte) { return (byte & 0xC0) == 0x80; }

}  // namespace

bool IsPrint(char32_t rune) {
  const auto* range = std::upper_bound(std::begin(kPrintable), std::end(kPrintable), rune,
                                       [](char32_t r, const Range& x) { return r < x.first; });
  return range != std::begin(kPrintable) && rune <= std::prev(range)->last;
}

std::string Quote(std::string_view text) {
  std::string quoted = "\"";
  while (!text.empty()) {
    const Rune rune = DecodeRune(text);
    AppendQuotedRune(text, rune, quoted);
    text.remove_prefix(rune.size);
  }
  return quoted += '"';
}

void AppendJsonString(std::string_view text, std::string& to) {
  to += '"';
  while (true) {
    const char* const end = text.data() + text.size();
    const char* const special = FindJsonSpecial(text.data(), end);
    to.append(text.data(), special);
    if (special == end) break;
    text = {special, end};
    const Rune rune = DecodeRune(text);
    AppendJsonRune(text, rune, to);
    text.remove_prefix(rune.size);
  }
  to += '"';
}

std::string EscapeUnprintable(std::string_view text) {
  std::string escaped;
  while (!text.empty()) {
    const auto special =
        static_cast<std::size_t>(std::ranges::find_if(text, [](char c) { return c < ' ' || c > '~'; }) - text.begin());
    escaped += text.substr(0, special);
    text.remove_prefix(special);
    if (text.empty()) break;
    const auto size = static_cast<std::size_t>(DecodeRune(text).size);
    const std::string quoted = Quote(text.substr(0, size));
    escaped.append(quoted, 1, quoted.size() - 2);
    text.remove_prefix(size);
  }
  return escaped;
}

bool ChangesDirectionOrLayout(char32_t rune) {
  return rune < ' ' || (rune >= 0x7F && rune <= 0x9F) || rune == 0x061C || (rune >= 0x200E && rune <= 0x200F) ||
         (rune >= 0x2028 && rune <= 0x202E) || (rune >= 0x2066 && rune <= 0x2069);
}

std::string Shorten(std::string_view text, std::size_t max) {
  if (text.size() <= max) return std::string(text);
  std::size_t end = max;
  while (end > 0 && max - end < 3 && IsContinuation(text[end])) --end;
  return std::string(text.substr(0, end)) + "… (" + std::to_string(text.size() - end) + " more bytes)";
}

}  // namespace structural::base
