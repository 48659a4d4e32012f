// Members and elements within brackets.
#include <algorithm>

#include "document/edit/rewrite.h"
#include "document/edit/source.h"

namespace structural::document {

// Returns the text between a comma and the next entry.
std::string Rewriter::Gap(const SourceNode& node) const {
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
  const auto line = OwnLine(entries.back().begin);
  return line ? style_.eol + *line : style_.comma;
}

std::string Rewriter::FlowText(const SourceNode& node, const Match::Added& added, const std::string& gap) const {
  std::optional<std::string> line;
  const std::size_t last = gap.find_last_of("\r\n");
  if (last != gap.npos && style_.json) line = gap.substr(last + 1);
  std::string text;
  if (node.kind == SourceNode::Kind::kMapping) {
    text = write_.FlowKey(added.child->key, KeyQuotes(node, added.after));
  }
  return text + write_.Flow(*added.child->value, line);
}

// An entry is removed with the comma after it; the last ones, with the comma before them.
void Rewriter::RemoveFlow(const SourceNode& node, const Match& match) {
  const auto& entries = node.entries;
  std::size_t last = entries.size();  // number of entries up to the last one that stays
  while (!match.kept[last - 1].stays) --last;
  for (std::size_t i = 0; i < last; ++i) {
    if (!match.kept[i].stays) splices_.Remove(entries[i].begin, entries[i + 1].begin);
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
  const std::string gap = Gap(node);
  RemoveFlow(node, match);
  const std::size_t first = match.First();
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
