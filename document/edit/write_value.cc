#include "document/edit/write_value.h"

#include <algorithm>
#include <utility>

namespace structural::document {
namespace {

using Kind = Value::Kind;

// libyaml's limit for the length of a key without `?`, up to its colon.
constexpr std::size_t kMaxKeyBytes = 1000;

}  // namespace

std::string ValueWriter::Scalar(const Value& value, const ScalarFormat& old, bool flow) const {
  if (value.kind == Kind::kObject) return "{}";
  if (value.kind == Kind::kArray) return "[]";
  if (value.kind == Kind::kLiteral) return value.text;
  if (style_.is_json) return QuotedText(value.text, Quotes::kDouble, Quotes::kDouble, true);
  return QuotedText(value.text, old.quotes.value_or(style_.optional_quotes), style_.needed_quotes, flow);
}

WrittenValue ValueWriter::Collection(const Value& value, ValueRole role, std::size_t column) const {
  const bool list = value.kind == Kind::kArray;
  std::size_t inner = column;
  if (role == ValueRole::kElement) inner += 2;
  if (role == ValueRole::kMember) inner += list ? style_.list_indent : style_.indent;
  WrittenValue written;
  for (const Value::Child& child : value.children) {
    if (!written.below.empty()) written.below += style_.eol;
    written.below.append(inner, ' ');
    written.below += list ? Element(*child.value, inner) : Member(child.key, Quotes::kNone, *child.value, inner);
  }
  return written;
}

WrittenValue ValueWriter::Block(const Value& value, ValueRole role, std::size_t column, const ScalarFormat& old) const {
  if (style_.keep_moved_text && !value.old_path.empty() && role == ValueRole::kMember) {
    if (auto moved = MovedText(source_, value.old_path, column)) return *std::move(moved);
  }
  if (value.IsCollection() && !value.children.empty()) return Collection(value, role, column);
  if (style_.use_block_scalars && value.kind == Kind::kString &&
      (old.is_block_scalar || !old.quotes || *old.quotes == Quotes::kNone)) {
    const std::size_t inner = column + (role == ValueRole::kElement ? 2 : style_.indent);
    if (auto literal = BlockScalarText(value.text, inner, style_.eol)) {
      return {std::move(literal->head), std::move(literal->lines)};
    }
  }
  return {Scalar(value, old, false), {}};
}

std::string ValueWriter::TextAfterIndicator(const WrittenValue& value) const {
  std::string text;
  if (!value.head.empty()) text.append(" ").append(value.head);
  if (!value.below.empty()) text.append(style_.eol).append(value.below);
  return text;
}

std::string ValueWriter::Member(std::string_view key, Quotes quotes, const Value& value, std::size_t column) const {
  std::string text = QuotedText(key, quotes, style_.needed_quotes, false);
  if (text.size() > kMaxKeyBytes) {
    text.insert(0, "? ");
    text.append(style_.eol).append(column, ' ');
  }
  text += ':' + TextAfterIndicator(Block(value, ValueRole::kMember, column));
  if (!style_.keep_moved_text || !value.was_moved || value.old_path.empty()) return text;
  const std::string above = CommentsAbove(source_, value.old_path, column);
  return above.empty() ? text : above.substr(column) + std::string(column, ' ') + text;
}

std::string ValueWriter::Element(const Value& value, std::size_t column) const {
  const WrittenValue written = Block(value, ValueRole::kElement, column);
  if (!written.head.empty()) return "-" + TextAfterIndicator(written);
  return "- " + written.below.substr(column + 2);
}

std::string ValueWriter::FlowKey(std::string_view key, Quotes quotes) const {
  if (style_.is_json) quotes = Quotes::kDouble;
  std::string text = QuotedText(key, quotes, style_.needed_quotes, true);
  if (text.size() > kMaxKeyBytes && !style_.is_json) text.insert(0, "? ");
  const bool quoted = text.back() == '"' || text.back() == '\'';
  return text + (quoted ? style_.colon : ": ");
}

std::string ValueWriter::Flow(const Value& value, const std::optional<std::string>& line,
                              const ScalarFormat& old) const {
  if (!value.IsCollection() || value.children.empty()) return Scalar(value, old, true);
  const bool list = value.kind == Kind::kArray;
  std::string text = list ? "[" : "{";
  std::optional<std::string> inner;
  if (line) inner = *line + style_.json_indent;
  bool first = true;
  for (const Value::Child& child : value.children) {
    if (!std::exchange(first, false)) text += "," + (line ? "" : style_.comma);
    if (line) text += style_.eol + *inner;
    if (!list) text += FlowKey(child.key, Quotes::kNone);
    text += Flow(*child.value, inner);
  }
  if (line) text += style_.eol + *line;
  return text + (list ? ']' : '}');
}

namespace {

using NodeKind = SourceNode::Kind;

const SourceEntry* Member(const SourceNode& node, std::string_view key) {
  const auto found = std::find_if(node.entries.rbegin(), node.entries.rend(),
                                  [&](const SourceEntry& entry) { return !entry.is_merge && entry.key == key; });
  return found == node.entries.rend() ? nullptr : &*found;
}

const SourceEntry* Entry(const SourceNode& node, const std::string& token) {
  if (node.kind == NodeKind::kMapping) return Member(node, token);
  if (node.kind != NodeKind::kSequence) return nullptr;
  const std::size_t index = std::stoul(token);
  return index < node.entries.size() ? &node.entries[index] : nullptr;
}

struct FoundMember {
  const SourceNode* parent;
  const SourceEntry* entry;
};

// Finds the member at the path `old_path`. Returns nullopt if the member comes from an alias or a merge.
std::optional<FoundMember> Find(const Source& source, std::span<const std::string> old_path) {
  FoundMember found{nullptr, nullptr};
  SourceId at = 0;
  for (const std::string& token : old_path) {
    found.parent = &source.nodes[at];
    found.entry = Entry(*found.parent, token);
    if (found.entry == nullptr) return std::nullopt;
    at = found.entry->value;
  }
  return found;
}

// Returns the line, shifted by `by` columns to the right; to the left if negative.
std::string Shifted(std::string_view line, std::ptrdiff_t by) {
  if (by >= 0) return std::string(static_cast<std::size_t>(by), ' ').append(line);
  const std::size_t blanks = std::min(line.find_first_not_of(' '), line.size());
  return std::string(line.substr(std::min(static_cast<std::size_t>(-by), blanks)));
}

std::string ShiftedLines(std::string_view lines, std::ptrdiff_t by) {
  std::string text;
  while (!lines.empty()) {
    const std::size_t next = NextLine(lines, 0);
    const std::string_view line = lines.substr(0, next);
    text += IsBreak(line[0]) ? std::string(line) : Shifted(line, by);
    lines.remove_prefix(next);
  }
  return text;
}

}  // namespace

std::size_t EndOfEntry(std::string_view text, const SourceEntry& entry, std::size_t column) {
  const bool ended = entry.end > entry.begin && IsBreak(text[entry.end - 1]);
  std::size_t at = ended ? entry.end : NextLine(text, entry.end);
  for (;;) {
    const std::size_t next = text.find_first_not_of(" \t\r\n", at);
    if (next == text.npos || text[next] != '#') return at;
    if (next - LineBegin(text, next) <= column) return at;
    at = NextLine(text, next);
  }
}

const SourceEntry* MovedEntry(const Source& source, std::span<const std::string> old_path) {
  const auto found = Find(source, old_path);
  const bool lines = found && found->parent->block() && found->parent->kind == NodeKind::kMapping;
  return lines ? found->entry : nullptr;
}

std::size_t BeginWithComments(std::string_view text, const SourceEntry& entry) {
  std::size_t begin = LineBegin(text, entry.begin);
  const std::size_t column = entry.begin - begin;
  if (!IsSpace(text, begin, entry.begin)) return begin;
  while (begin > 0) {
    const std::size_t above = LineBegin(text, BeforeBreak(text, begin));
    const std::size_t first = text.find_first_not_of(' ', above);
    if (text[first] != '#' || first - above != column) break;
    begin = above;
  }
  return begin;
}

std::string CommentsAbove(const Source& source, std::span<const std::string> old_path, std::size_t column) {
  const SourceEntry* entry = MovedEntry(source, old_path);
  if (entry == nullptr) return {};
  const std::string_view text = source.text;
  const std::size_t line = LineBegin(text, entry->begin);
  const std::size_t begin = BeginWithComments(text, *entry);
  return ShiftedLines(text.substr(begin, line - begin),
                      static_cast<std::ptrdiff_t>(column) - static_cast<std::ptrdiff_t>(source.Column(entry->begin)));
}

std::optional<WrittenValue> MovedText(const Source& source, std::span<const std::string> old_path, std::size_t column) {
  const auto found = Find(source, old_path);
  if (!found || !found->parent->block() || found->parent->kind != NodeKind::kMapping) {
    return std::nullopt;
  }
  const SourceEntry& entry = *found->entry;
  const std::string_view text = source.text;
  const std::size_t old = source.Column(found->parent->entries[0].begin);
  const std::size_t end = BeforeBreak(text, EndOfEntry(text, entry, old));
  const std::size_t head_end = std::min(LineEnd(text, entry.indicator_end), end);
  std::string_view head = text.substr(entry.indicator_end, head_end - entry.indicator_end);
  const std::size_t first = head.find_first_not_of(" \t");
  WrittenValue written;
  if (first != head.npos) written.head = head.substr(first, head.find_last_not_of(" \t") + 1 - first);
  const std::size_t below = std::min(NextLine(text, head_end), end);
  written.below = ShiftedLines(text.substr(below, end - below),
                               static_cast<std::ptrdiff_t>(column) - static_cast<std::ptrdiff_t>(old));
  return written;
}

}  // namespace structural::document
