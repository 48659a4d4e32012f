#include "document/edit/style.h"

#include <algorithm>
#include <array>
#include <cstdio>

#include "document/plain.h"
#include "schema/base/utf8.h"

namespace structural::document {
namespace {

using NodeKind = SourceNode::Kind;

// Counts how often each width of indentation occurs.
class Depths {
 public:
  void Add(std::uint32_t begin, std::uint32_t end) {
    if (end >= begin && end - begin < counts_.size()) ++counts_[end - begin];
  }
  std::uint32_t MostFrequent(std::uint32_t otherwise) const {
    const auto max = std::max_element(counts_.begin(), counts_.end());
    return *max == 0 ? otherwise : static_cast<std::uint32_t>(max - counts_.begin());
  }

 private:
  std::array<std::uint32_t, 17> counts_{};
};

class Survey {
 public:
  explicit Survey(const Source& source) : source_(source) {}

  Style Take();

 private:
  void LookAtBlock(const SourceNode& node);
  void LookAtFlow(const SourceNode& node);
  void LookAtScalar(const SourceNode& node);
  std::string Unit() const;

  const Source& source_;
  Depths mappings_, lists_;
  std::uint32_t colons_[2] = {}, commas_[2] = {};  // [0]: number without a space after them; [1]: number with one
  std::uint32_t quoted_[3] = {};                   // number of quoted strings, by Quotes
  std::uint32_t needless_[3] = {};                 // number of strings that need no quotes, by their Quotes
};

void Survey::LookAtBlock(const SourceNode& node) {
  if (node.parent == kNoSource || node.entries.empty()) return;
  const SourceNode& parent = source_.nodes[node.parent];
  if (parent.kind != NodeKind::kMapping || !parent.block()) return;
  const auto begin = source_.Column(parent.entries[0].begin);
  const auto end = source_.Column(node.entries[0].begin);
  node.kind == NodeKind::kMapping ? mappings_.Add(begin, end) : lists_.Add(begin, end);
}

void Survey::LookAtFlow(const SourceNode& node) {
  const std::string_view text = source_.text;
  for (const SourceEntry& entry : node.entries) {
    if (entry.key_node != kNoSource && entry.indicator_end < text.size()) {
      ++colons_[IsBlank(text[entry.indicator_end])];
    }
    const std::size_t comma = entry.end;
    if (comma + 1 < text.size() && text[comma] == ',' && !IsBreak(text[comma + 1])) {
      ++commas_[IsBlank(text[comma + 1])];
    }
  }
}

void Survey::LookAtScalar(const SourceNode& node) {
  if (node.kind != NodeKind::kScalar) return;
  const std::string_view all = source_.text.substr(node.content, node.end - node.content);
  if (node.style == SourceNode::Style::kPlain) {
    needless_[0] += CanBePlain(all, false);
    return;
  }
  const bool single = node.style == SourceNode::Style::kSingleQuoted;
  if ((!single && node.style != SourceNode::Style::kDoubleQuoted) || all.size() < 2) return;
  ++quoted_[single ? 1 : 2];
  needless_[single ? 1 : 2] += CanBePlain(all.substr(1, all.size() - 2), false);
}

// Returns the indentation of one level of JSON: the additional indentation of the line of a first entry, compared with
// the line of its bracket.
std::string Survey::Unit() const {
  for (const SourceNode& node : source_.nodes) {
    if (node.entries.empty()) continue;
    const std::uint32_t first = node.entries[0].begin;
    if (!HasBreak(source_.text, node.content, first)) continue;
    const std::string_view outer = IndentOf(source_.text, node.content);
    const std::string_view inner = IndentOf(source_.text, first);
    if (inner.size() > outer.size()) return std::string(inner.substr(outer.size()));
  }
  return "  ";
}

Style Survey::Take() {
  Style style;
  style.is_json = source_.is_json;
  const std::size_t line = LineEnd(source_.text, 0);
  if (source_.text.substr(line).starts_with("\r\n")) style.eol = "\r\n";
  for (const SourceNode& node : source_.nodes) {
    for (const SourceEntry& entry : node.entries) LookAtScalar(source_.nodes[entry.value]);
    if (node.IsCollection()) node.block() ? LookAtBlock(node) : LookAtFlow(node);
  }
  style.list_indent = lists_.MostFrequent(0);
  style.indent = std::max(1U, mappings_.MostFrequent(std::max(style.list_indent, 2U)));
  style.json_indent = Unit();
  if (colons_[0] > colons_[1]) style.colon = ":";
  if (commas_[0] > commas_[1] || (commas_[1] == 0 && style.colon == ":")) style.comma = "";
  style.needed_quotes = quoted_[1] > quoted_[2] ? Quotes::kSingle : Quotes::kDouble;
  const auto quoted = needless_[1] > needless_[2] ? 1 : 2;
  if (needless_[quoted] > needless_[0]) style.optional_quotes = static_cast<Quotes>(quoted);
  return style;
}

}  // namespace

Style StyleOf(const Source& source) { return Survey(source).Take(); }

namespace {

using base::IsLetterOrDigit;

bool IsPrintable(std::string_view text) {
  return HasOnlySafeCharacters(text) && text.find_first_of("\t\n") == text.npos;
}

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
  if (IsSafeUnescaped(rune.value, false) || rune.value > 0xFFFF) {
    to += bytes;
    return;
  }
  char escape[8];
  std::snprintf(escape, sizeof escape, "\\u%04x", static_cast<unsigned>(rune.value));
  to += escape;
}

// Returns whether a block scalar of the text would need an indentation indicator.
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

std::optional<BlockScalar> BlockScalarText(std::string_view text, std::size_t column, std::string_view eol) {
  const bool ended = text.ends_with('\n');
  if (text.find('\n') == text.npos || BeginsWithSpace(text) || text.ends_with("\n\n")) return {};
  if (!HasOnlySafeCharacters(text)) return {};
  BlockScalar literal{ended ? "|" : "|-", {}};
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
