#include <algorithm>
#include <cstdio>

#include "document/edit/style.h"
#include "document/plain.h"
#include "schema/base/quote.h"
#include "schema/base/utf8.h"

namespace structural::document {
namespace {

using base::IsLetterOrDigit;

bool IsPrintable(std::string_view text) { return HasOnlySafe(text) && text.find_first_of("\t\n") == text.npos; }

bool CanBegin(char c) {
  constexpr std::string_view kOthers = "_/.$^(+<;";
  return IsLetterOrDigit(c) || (c & 0x80) != 0 || kOthers.find(c) != std::string_view::npos;
}

void AppendEscaped(const base::Rune& rune, std::string_view bytes, std::string& to) {
  switch (rune.value) {
    case '"': to += "\\\""; return;
    case '\\': to += "\\\\"; return;
    case '\n': to += "\\n"; return;
    case '\t': to += "\\t"; return;
    case '\r': to += "\\r"; return;
    default: break;
  }
  if (IsSafe(rune.value, false) || rune.value > 0xFFFF) {
    to += bytes;
    return;
  }
  char escape[8];
  std::snprintf(escape, sizeof escape, "\\u%04x", static_cast<unsigned>(rune.value));
  to += escape;
}

// A block scalar with such a start would need an indentation indicator.
bool BeginsWithSpace(std::string_view text) {
  return text.empty() || text[0] == ' ' || text[0] == '\t' || text[0] == '\n';
}

std::string DoubleQuoted(std::string_view text) {
  std::string quoted = "\"";
  while (!text.empty()) {
    const base::Rune rune = base::DecodeRune(text);
    const auto size = static_cast<std::size_t>(rune.size);
    AppendEscaped(rune, rune.valid ? text.substr(0, size) : "\xEF\xBF\xBD", quoted);
    text.remove_prefix(size);
  }
  return quoted + '"';
}

std::string SingleQuoted(std::string_view text) {
  std::string quoted = "'";
  for (const char c : text) quoted.append(c == '\'' ? 2 : 1, c);
  return quoted + '\'';
}

}  // namespace

bool CanBePlain(std::string_view text, bool flow) {
  if (text.empty() || !CanBegin(text[0])) return false;
  if (text.starts_with("...")) return false;
  if (text.back() == ' ' || text.back() == ':') return false;
  if (text.find(": ") != text.npos || text.find(" #") != text.npos) return false;
  if (flow && text.find_first_of(",[]{}?:") != text.npos) return false;
  return IsPrintable(text) && ReadsAsString(text);
}

std::string QuotedText(std::string_view text, Quotes wanted, Quotes otherwise, bool flow) {
  if (wanted == Quotes::kNone) {
    if (CanBePlain(text, flow)) return std::string(text);
    wanted = otherwise;
  }
  if (wanted == Quotes::kSingle && IsPrintable(text)) return SingleQuoted(text);
  return DoubleQuoted(text);
}

std::optional<Literal> LiteralText(std::string_view text, std::size_t column, std::string_view eol) {
  const bool ended = text.ends_with('\n');
  if (text.find('\n') == text.npos || BeginsWithSpace(text) || text.ends_with("\n\n")) return {};
  if (!HasOnlySafe(text)) return {};
  Literal literal{ended ? "|" : "|-", {}};
  if (ended) text.remove_suffix(1);
  for (;;) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    if (end > 0) literal.lines.append(column, ' ').append(text.substr(0, end));
    if (end == text.size()) return literal;
    literal.lines += eol;
    text.remove_prefix(end + 1);
  }
}

}  // namespace structural::document
