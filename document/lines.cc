#include "document/lines.h"

#include <algorithm>

#include "schema/base/utf8.h"

namespace structural::document {
namespace {

constexpr std::uint32_t kRunesPerMark = 1024;
constexpr std::size_t kBytesPerLineStart = 4096;

// Returns the size in bytes of the first `runes` code points of the text; of the whole text if it has fewer.
std::size_t Skip(std::string_view text, std::uint32_t runes) {
  std::size_t at = 0;
  for (; runes > 0 && at < text.size(); --runes) {
    at += static_cast<std::size_t>(base::DecodeRune(text.substr(at)).size);
  }
  return at;
}

}  // namespace

void Lines::FindLineStarts() {
  std::uint32_t line = 1;
  line_starts_.push_back({line, 0});
  for (std::size_t at = text_.find('\n'); at != text_.npos; at = text_.find('\n', at + 1)) {
    ++line;
    if (at + 1 - line_starts_.back().offset >= kBytesPerLineStart) line_starts_.push_back({line, at + 1});
  }
  line_starts_.push_back({line + 1, text_.size() + 1});
}

std::string_view Lines::operator[](std::uint32_t line) {
  if (line_starts_.empty()) FindLineStarts();
  const auto after = std::ranges::upper_bound(line_starts_, line, {}, &LineStart::line);
  if (line == 0 || after == line_starts_.end()) return {};
  auto [known, begin] = *std::prev(after);
  for (; known < line; ++known) begin = text_.find('\n', begin) + 1;
  const std::size_t end = after->line == line + 1 ? after->offset - 1 : text_.find('\n', begin);
  std::string_view found = text_.substr(begin, end - begin);
  if (found.ends_with('\r')) found.remove_suffix(1);
  return found;
}

// Returns the offset in bytes of a column, counted from 1, in the text of the line. `line` is the line's number.
std::size_t Lines::Offset(std::uint32_t line, std::string_view text, std::uint32_t column) {
  const std::uint32_t runes = column - 1;
  if (text.size() <= kRunesPerMark) return Skip(text, runes);
  auto& marks = marks_[line];
  if (marks.empty()) {
    for (std::size_t at = 0; at < text.size(); at += Skip(text.substr(at), kRunesPerMark)) {
      marks.push_back(at);
    }
  }
  const std::size_t mark = std::min<std::size_t>(runes / kRunesPerMark, marks.size() - 1);
  const auto rest = static_cast<std::uint32_t>(runes - mark * kRunesPerMark);
  return marks[mark] + Skip(text.substr(marks[mark]), rest);
}

std::string_view Lines::From(Position at) {
  const std::string_view text = (*this)[at.line];
  return text.empty() || at.column == 0 ? std::string_view() : text.substr(Offset(at.line, text, at.column));
}

Excerpt Lines::Around(Position at, std::uint32_t width) {
  if (at.column == 0) return {};
  const std::uint32_t first = at.column > width - width / 5 ? at.column - width / 2 : 1;
  const std::string_view rest = From({at.line, first});
  if (rest.empty() && (*this)[at.line].empty()) return {};
  return {rest.substr(0, Skip(rest, width)), at.column - first + 1};
}

}  // namespace structural::document
