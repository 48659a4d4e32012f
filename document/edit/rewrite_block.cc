// Members and elements on lines of their own.
#include <utility>

#include "document/edit/rewrite.h"
#include "document/edit/source.h"

namespace structural::document {

// Returns the header, such as `|+`, of the block scalar that the node ends with; empty if it ends
// with another value.
std::string_view Rewriter::LastBlockScalar(const SourceNode& node) const {
  const SourceNode* last = &node;
  while (last->block() && !last->entries.empty()) last = &Node(last->entries.back().value);
  const bool scalar = last->style == SourceNode::Style::kLiteral || last->style == SourceNode::Style::kFolded;
  if (!scalar) return {};
  const std::string_view line = text_.substr(last->content);
  return line.substr(0, line.find_first_not_of("|>+-123456789"));
}

// Returns the end of the lines that are removed with an entry. If a `|+` scalar precedes the entry,
// the empty lines after the entry are removed, too, because they would become part of the scalar.
std::size_t Rewriter::BehindRemoved(const SourceNode& node, std::size_t i, std::size_t column) const {
  std::size_t at = Behind(node.entries[i], column);
  if (i == 0) return at;
  const std::string_view head = LastBlockScalar(Node(node.entries[i - 1].value));
  if (head.find('+') == head.npos) return at;
  while (at < text_.size() && IsSpace(text_, at, LineEnd(text_, at))) at = NextLine(text_, at);
  return at;
}

// Returns whether the first entry is on the line of the dash whose value is the collection.
bool Rewriter::IsCompact(const SourceNode& node) const {
  const std::size_t begin = node.entries[0].begin;
  return !IsSpace(text_, LineBegin(text_, begin), begin);
}

std::string Rewriter::Lines(const SourceNode& node, const Match::Added& added) const {
  const std::size_t column = source_.Column(node.entries[0].begin);
  if (node.kind == SourceNode::Kind::kSequence) {
    return write_.Element(*added.child->value, column);
  }
  return write_.Member(added.child->key, KeyQuotes(node, added.after), *added.child->value, column);
}

// Keeps the value of a block scalar at the end of a text whose last line does not end with a line
// break, when that line gets one.
void Rewriter::EndLastLine() {
  if (std::exchange(last_line_ended_, true) || source_.nodes.empty()) return;
  const std::string_view head = LastBlockScalar(Node(0));
  const auto at = static_cast<std::size_t>(head.data() - text_.data());
  const std::size_t keep = head.find('+');
  if (keep != head.npos) {
    splices_.ReplaceIfKept(at + keep, at + keep + 1, "-");
  } else if (!head.empty() && head.find('-') == head.npos) {
    splices_.ReplaceIfKept(at + 1, at + 1, "-");
  }
}

// `at` is the start of a line, or the end of a text whose last line does not end with a line break.
void Rewriter::InsertLines(std::size_t at, std::size_t column, const std::string& lines) {
  const bool open = at == text_.size() && at > 0 && !IsBreak(text_[at - 1]);
  if (open) EndLastLine();
  const std::string indented = std::string(column, ' ') + lines;
  splices_.Insert(at, open ? style_.eol + indented : indented + style_.eol);
}

// Removes the first entries of a collection that begins on the line of a dash.
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
  if (own_line && slot.owner != Owner::kDocument && node.begin == node.content) {
    return InsertLines(NextLine(text_, slot.header), column, lines);
  }
  splices_.Insert(node.entries[first].begin, lines + style_.eol + std::string(column, ' '));
}

void Rewriter::BlockEntries(const SourceNode& node, const Match& match, const Slot& slot) {
  const std::size_t column = source_.Column(node.entries[0].begin);
  const std::size_t first = match.First();
  const bool compact = IsCompact(node);
  if (compact && first > 0) RemoveFirst(node, first);
  for (std::size_t i = compact ? first : 0; i < node.entries.size(); ++i) {
    const SourceEntry& entry = node.entries[i];
    if (!match.kept[i].stays) {
      const bool left = moved_entries_.contains(&entry);
      splices_.Remove(left ? BeginWithComments(text_, entry) : LineBegin(text_, entry.begin),
                      BehindRemoved(node, i, column));
    }
  }
  // The kept entry before the last added one, and the end of its lines.
  std::size_t before = node.entries.size(), at = 0;
  for (const Match::Added& added : match.added) {
    const std::string lines = Lines(node, added);
    if (added.after < 0) {
      InsertFirst(node, lines, first, slot);
    } else {
      const auto after = static_cast<std::size_t>(added.after);
      if (std::exchange(before, after) != after) at = Behind(node.entries[after], column);
      InsertLines(at, column, lines);
    }
  }
}

}  // namespace structural::document
