#include "document/edit/rewrite.h"

#include <algorithm>
#include <utility>

namespace structural::document {
namespace {

using NodeKind = SourceNode::Kind;
using SourceStyle = SourceNode::Style;

bool SameKind(const SourceNode& node, const Value& value) {
  return (node.kind == NodeKind::kMapping && value.kind == Value::Kind::kObject) ||
         (node.kind == NodeKind::kSequence && value.kind == Value::Kind::kArray);
}

std::string WithAnchor(const SourceNode& node, const std::string& head) {
  if (node.anchor.empty() || node.kind == NodeKind::kAlias) return head;
  return "&" + std::string(node.anchor) + (head.empty() ? "" : " ") + head;
}

}  // namespace

Quotes Rewriter::KeyQuotes(const SourceNode& node, std::ptrdiff_t neighbour) const {
  if (node.entries.empty()) return Quotes::kNone;
  const auto& entry = node.entries[static_cast<std::size_t>(std::max<std::ptrdiff_t>(neighbour, 0))];
  if (entry.key_node == kNoSource) return Quotes::kNone;
  return FormatOf(Node(entry.key_node)).quotes.value_or(Quotes::kNone);
}

ScalarFormat Rewriter::FormatOf(const SourceNode& node) const {
  if (node.kind != NodeKind::kScalar || node.absent()) return {};
  switch (node.style) {
    case SourceStyle::kSingleQuoted: return {Quotes::kSingle, false};
    case SourceStyle::kDoubleQuoted: return {Quotes::kDouble, false};
    case SourceStyle::kLiteral:
    case SourceStyle::kFolded: return {std::nullopt, true};
    default: return {Quotes::kNone, false};
  }
}

std::optional<std::string> Rewriter::IndentationOfOwnLine(std::size_t entry) const {
  // Goes back over blanks only, and not to the start of the line, because a line of minified JSON can be very long.
  std::size_t begin = entry;
  while (begin > 0 && IsBlank(text_[begin - 1])) --begin;
  if (begin > 0 && !IsBreak(text_[begin - 1])) return std::nullopt;
  return std::string(text_.substr(begin, entry - begin));
}

Rewriter::Slot Rewriter::SlotOf(const SourceNode& parent, const SourceEntry& entry) const {
  const bool member = parent.kind == NodeKind::kMapping;
  return {member ? ValueRole::kMember : ValueRole::kElement,
          !parent.block(),
          parent.block() ? source_.Column(parent.entries[0].begin) : 0,
          entry.begin,
          entry.indicator_end,
          entry.has_colon};
}

void Rewriter::Visit(SourceId id, const Value& value, const Slot& slot) {
  if (!value.changed && !aliases_.HasLostAliases(id)) return;
  const SourceId outer = splices_.SetNode(id);
  VisitNode(id, value, slot);
  splices_.SetNode(outer);
}

void Rewriter::VisitNode(SourceId id, const Value& value, const Slot& slot) {
  const SourceNode& node = Node(id);
  if (node.kind == NodeKind::kAlias) {
    if (!aliases_.Stays(id, value)) ReplaceValue(node, value, slot);
    return;
  }
  const bool opens = node.style == SourceStyle::kFlow && !slot.flow && AddsLines(value);
  if (opens || MustReplace(source_, node, value)) return ReplaceValue(node, value, slot);
  const Match match = aliases_.MatchOf(id, value);
  if (match.ReplacesAllEntries()) return ReplaceValue(node, value, slot);
  if (node.entries.empty()) return;
  VisitKept(node, match);
  node.block() ? BlockEntries(node, match, slot) : FlowEntries(node, match);
}

void Rewriter::VisitKept(const SourceNode& node, const Match& match) {
  for (std::size_t i = 0; i < node.entries.size(); ++i) {
    const SourceEntry& entry = node.entries[i];
    if (match.entries[i].value != nullptr) {
      Visit(entry.value, *match.entries[i].value, SlotOf(node, entry));
    }
    if (match.entries[i].stays && match.entries[i].key != nullptr) Rename(entry, *match.entries[i].key);
  }
}

void Rewriter::Rename(const SourceEntry& entry, const std::string& key) {
  const SourceNode& old = Node(entry.key_node);
  const Quotes quotes = source_.is_json ? Quotes::kDouble : FormatOf(old).quotes.value_or(Quotes::kNone);
  splices_.Replace(old.content, old.end, QuotedText(key, quotes, style_.needed_quotes, true));
}

void Rewriter::ReplaceValue(const SourceNode& node, const Value& value, const Slot& slot) {
  slot.flow ? ReplaceInFlow(node, value, slot) : ReplaceInBlock(node, value, slot);
}

void Rewriter::ReplaceInFlow(const SourceNode& node, const Value& value, const Slot& slot) {
  std::optional<std::string> line;
  if (style_.is_json) line = IndentationOfOwnLine(slot.begin);
  if (slot.role == ValueRole::kDocument && !HasBreak(text_, node.begin, node.end)) line.reset();
  std::string text = WithAnchor(node, writer_.Flow(value, line, FormatOf(node)));
  const bool adjacent = node.begin == slot.indicator_end && slot.role == ValueRole::kMember && !style_.is_json;
  if (!slot.has_colon) text.insert(0, ": ");
  if (slot.has_colon && adjacent) text.insert(0, " ");
  splices_.Replace(node.begin, node.end, std::move(text));
}

// Returns whether the value, or a part of it, keeps moved text of several lines. Such a value cannot be written within
// brackets.
bool Rewriter::AddsLines(const Value& value) const {
  if (style_.keep_moved_text && !value.old_path.empty()) {
    const auto moved = MovedText(source_, value.old_path, 0);
    return moved && !moved->below.empty();
  }
  return value.changed &&
         std::ranges::any_of(value.children, [&](const Value::Child& child) { return AddsLines(*child.value); });
}

void Rewriter::ReplaceInBlock(const SourceNode& node, const Value& value, const Slot& slot) {
  const bool stays_flow = node.style == SourceStyle::kFlow && !node.entries.empty() && SameKind(node, value) &&
                          !value.children.empty() && !AddsLines(value);
  WrittenValue written = stays_flow ? WrittenValue{writer_.Flow(value, std::nullopt), {}}
                                    : writer_.Block(value, slot.role, slot.column, FormatOf(node));
  written.head = WithAnchor(node, written.head);
  if (slot.role == ValueRole::kDocument) return ReplaceDocument(node, written);
  if (!slot.has_colon) {
    const std::string line = style_.eol + std::string(slot.column, ' ') + ":";
    return splices_.Insert(LineEnd(text_, slot.indicator_end), line + writer_.TextAfterIndicator(written));
  }
  const bool below = HasBreak(text_, slot.indicator_end, node.begin) && !node.absent();
  below ? ReplaceLines(node, written, slot) : ReplaceInline(node, written, slot);
}

void Rewriter::ReplaceDocument(const SourceNode& node, const WrittenValue& written) {
  std::string text = written.head;
  if (!text.empty() && !written.below.empty()) text += style_.eol;
  text += written.below;
  std::size_t end = BeforeBreak(text_, node.end);
  if (node.block()) end = LineEnd(text_, end);
  splices_.Replace(LineBegin(text_, node.begin), end, std::move(text));
}

// Replaces a value that begins on the line of its colon or dash.
void Rewriter::ReplaceInline(const SourceNode& node, const WrittenValue& written, const Slot& slot) {
  std::size_t end = BeforeBreak(text_, node.end);
  if (node.block()) end = LineEnd(text_, end);
  const std::size_t line_end = LineEnd(text_, end);
  const bool compact = slot.role == ValueRole::kElement && written.head.empty() && IsSpace(text_, end, line_end);
  if (compact) {
    splices_.Replace(slot.indicator_end, line_end, " " + written.below.substr(slot.column + 2));
    return;
  }
  // `rest` is the start of the text after the value. A comment there needs a space before it, except after quotes.
  // After a dash, that space must not be a tab.
  const std::size_t rest = std::min(text_.find_first_not_of(" \t", end), line_end);
  const bool adjacent = rest == end && rest < line_end;
  if (written.head.empty()) {
    const bool tab = text_.substr(end, rest - end).find('\t') != text_.npos;
    splices_.Replace(slot.indicator_end, tab ? rest : end, tab || adjacent ? " " : "");
  } else {
    const std::string before = node.begin == slot.indicator_end ? " " : "";
    splices_.Replace(node.begin, end, before + written.head + (adjacent ? " " : ""));
  }
  if (!written.below.empty()) splices_.Insert(line_end, style_.eol + written.below);
}

void Rewriter::ReplaceLines(const SourceNode& node, const WrittenValue& written, const Slot& slot) {
  const std::size_t end = BeforeBreak(text_, node.end);
  if (!written.head.empty()) splices_.Insert(slot.indicator_end, " " + written.head);
  splices_.Replace(LineEnd(text_, slot.indicator_end), LineEnd(text_, end),
                   written.below.empty() ? "" : style_.eol + written.below);
}

void Rewriter::FindMovedEntries(const Value& value) {
  if (!value.changed) return;
  if (value.was_moved && !value.old_path.empty()) moved_entries_.insert(MovedEntry(source_, value.old_path));
  for (const Value::Child& child : value.children) FindMovedEntries(*child.value);
}

void Rewriter::Rewrite() {
  if (style_.keep_moved_text && !source_.is_json && !source_.nodes.empty()) FindMovedEntries(root_);
  if (source_.nodes.empty()) {
    const WrittenValue written = writer_.Block(root_, ValueRole::kDocument, 0);
    const bool both = !written.head.empty() && !written.below.empty();
    return InsertLines(text_.size(), 0, written.head + (both ? style_.eol : "") + written.below);
  }
  const SourceNode& node = Node(0);
  Visit(0, root_, {ValueRole::kDocument, source_.is_json, 0, node.begin, node.begin});
}

// Returns the header, such as `|+`, of the block scalar at the end of the node; empty if the node does not end with a
// block scalar.
std::string_view Rewriter::LastBlockScalar(const SourceNode& node) const {
  const SourceNode* last = &node;
  while (last->block() && !last->entries.empty()) last = &Node(last->entries.back().value);
  const bool scalar = last->style == SourceNode::Style::kLiteral || last->style == SourceNode::Style::kFolded;
  if (!scalar) return {};
  const std::string_view line = text_.substr(last->content);
  return line.substr(0, line.find_first_not_of("|>+-123456789"));
}

// Returns the end of the lines that must be removed with entry `i`. If a `|+` scalar precedes the entry, this includes
// the empty lines after the entry, which would otherwise become a part of the scalar.
std::size_t Rewriter::EndOfRemoved(const SourceNode& node, std::size_t i, std::size_t column) const {
  std::size_t at = EndOf(node.entries[i], column);
  if (i == 0) return at;
  const std::string_view head = LastBlockScalar(Node(node.entries[i - 1].value));
  if (head.find('+') == head.npos) return at;
  while (at < text_.size() && IsSpace(text_, at, LineEnd(text_, at))) at = NextLine(text_, at);
  return at;
}

// Returns whether the first entry is on the line of an outer dash, as in `- a: 1`.
bool Rewriter::IsCompact(const SourceNode& node) const {
  const std::size_t begin = node.entries[0].begin;
  return !IsSpace(text_, LineBegin(text_, begin), begin);
}

std::string Rewriter::LinesOf(const SourceNode& node, const Match::Added& added) const {
  const std::size_t column = source_.Column(node.entries[0].begin);
  if (node.kind == SourceNode::Kind::kSequence) {
    return writer_.Element(*added.child->value, column);
  }
  return writer_.Member(added.child->key, KeyQuotes(node, added.after), *added.child->value, column);
}

// Must be called when a line break is added to a text whose last line has none. A block scalar at the end of the text
// would get that line break as a part of its value, so it gets the indicator `-`.
void Rewriter::EndLastLine() {
  if (std::exchange(last_line_ended_, true) || source_.nodes.empty()) return;
  const std::string_view head = LastBlockScalar(Node(0));
  const auto at = static_cast<std::size_t>(head.data() - text_.data());
  const std::size_t keep = head.find('+');
  if (keep != head.npos) {
    splices_.ReplaceIfTextKept(at + keep, at + keep + 1, "-");
  } else if (!head.empty() && head.find('-') == head.npos) {
    splices_.ReplaceIfTextKept(at + 1, at + 1, "-");
  }
}

// Inserts lines, the first of them indented by `column` spaces. `at` must be the start of a line or the end of the
// text. If the text does not end with a line break, adds one before the lines.
void Rewriter::InsertLines(std::size_t at, std::size_t column, const std::string& lines) {
  const bool open = at == text_.size() && at > 0 && !IsBreak(text_[at - 1]);
  if (open) EndLastLine();
  const std::string indented = std::string(column, ' ') + lines;
  splices_.Insert(at, open ? style_.eol + indented : indented + style_.eol);
}

// Removes the entries before entry `first` of a collection that begins on the line of an outer dash.
void Rewriter::RemoveFirst(const SourceNode& node, std::size_t first) {
  const std::size_t begin = node.entries[0].begin, next = node.entries[first].begin;
  const std::size_t end = LineEnd(text_, BeforeBreak(text_, node.entries[first - 1].end));
  if (IsSpace(text_, end, next)) return splices_.Remove(begin, next);
  std::size_t blank = begin;
  while (IsBlank(text_[blank - 1])) --blank;
  splices_.Remove(blank, end);  // a comment follows, and stays
}

void Rewriter::InsertFirst(const SourceNode& node, const std::string& lines, std::size_t first, const Slot& slot) {
  const std::size_t begin = node.entries[0].begin;
  const std::size_t column = source_.Column(node.entries[0].begin);
  const bool own_line = IsSpace(text_, LineBegin(text_, begin), begin);
  if (own_line && slot.role != ValueRole::kDocument && node.begin == node.content) {
    return InsertLines(NextLine(text_, slot.indicator_end), column, lines);
  }
  splices_.Insert(node.entries[first].begin, lines + style_.eol + std::string(column, ' '));
}

void Rewriter::BlockEntries(const SourceNode& node, const Match& match, const Slot& slot) {
  const std::size_t column = source_.Column(node.entries[0].begin);
  const std::size_t first = match.FirstStaying();
  const bool compact = IsCompact(node);
  if (compact && first > 0) RemoveFirst(node, first);
  for (std::size_t i = compact ? first : 0; i < node.entries.size(); ++i) {
    const SourceEntry& entry = node.entries[i];
    if (!match.entries[i].stays) {
      const bool left = moved_entries_.contains(&entry);
      splices_.Remove(left ? BeginWithComments(text_, entry) : LineBegin(text_, entry.begin),
                      EndOfRemoved(node, i, column));
    }
  }
  // `before` is the staying entry after which the last entry was added, and `at` the end of its lines.
  std::size_t before = node.entries.size(), at = 0;
  for (const Match::Added& added : match.added) {
    const std::string lines = LinesOf(node, added);
    if (added.after < 0) {
      InsertFirst(node, lines, first, slot);
    } else {
      const auto after = static_cast<std::size_t>(added.after);
      if (std::exchange(before, after) != after) at = EndOf(node.entries[after], column);
      InsertLines(at, column, lines);
    }
  }
}

// Returns the spaces or the line break that new entries get after a comma: those after the collection's first comma. If
// the collection has no comma: the line break and spaces before its only entry, or else those of the document's style.
std::string Rewriter::TextAfterComma(const SourceNode& node) const {
  const auto& entries = node.entries;
  if (entries.size() > 1) {
    const std::size_t comma = SkipSpace(text_, entries[0].end);
    if (IsSpace(text_, comma + 1, entries[1].begin)) {
      return std::string(text_.substr(comma + 1, entries[1].begin - comma - 1));
    }
  } else if (IsSpace(text_, node.content + 1, entries[0].begin) &&
             HasBreak(text_, node.content + 1, entries[0].begin)) {
    return std::string(text_.substr(node.content + 1, entries[0].begin - node.content - 1));
  }
  const auto line = IndentationOfOwnLine(entries.back().begin);
  return line ? style_.eol + *line : style_.comma;
}

std::string Rewriter::FlowText(const SourceNode& node, const Match::Added& added, const std::string& gap) const {
  std::optional<std::string> line;
  const std::size_t last = gap.find_last_of("\r\n");
  if (last != gap.npos && style_.is_json) line = gap.substr(last + 1);
  std::string text;
  if (node.kind == SourceNode::Kind::kMapping) {
    text = writer_.FlowKey(added.child->key, KeyQuotes(node, added.after));
  }
  return text + writer_.Flow(*added.child->value, line);
}

// Removes the entries that do not stay, each with the comma after it. Entries after the last one that stays are removed
// with the comma before them.
void Rewriter::RemoveFlow(const SourceNode& node, const Match& match) {
  const auto& entries = node.entries;
  std::size_t last = entries.size();  // number of entries up to the last one that stays
  while (!match.entries[last - 1].stays) --last;
  for (std::size_t i = 0; i < last; ++i) {
    if (!match.entries[i].stays) splices_.Remove(entries[i].begin, entries[i + 1].begin);
  }
  for (std::size_t i = last; i < entries.size(); ++i) {
    const std::size_t begin = entries[i - 1].end;
    const std::size_t comma = SkipSpace(text_, begin);
    if (IsSpace(text_, begin, comma) && IsSpace(text_, comma + 1, entries[i].begin)) {
      splices_.Remove(begin, entries[i].end);
    } else {  // keeps the comments between both entries
      splices_.Remove(comma, comma + 1);
      splices_.Remove(entries[i].begin, entries[i].end);
    }
  }
}

void Rewriter::FlowEntries(const SourceNode& node, const Match& match) {
  const std::string gap = TextAfterComma(node);
  RemoveFlow(node, match);
  const std::size_t first = match.FirstStaying();
  for (const Match::Added& added : match.added) {
    std::string text = FlowText(node, added, gap);
    if (added.after < 0) {
      splices_.Insert(node.entries[first].begin, text + "," + gap);
    } else {
      splices_.Insert(node.entries[static_cast<std::size_t>(added.after)].end, "," + gap + text);
    }
  }
}

}  // namespace structural::document
