#include "schema/cel/source.h"

#include <algorithm>

#include "schema/base/utf8.h"

namespace structural::cel {

Source::Source(std::string_view text, std::string description) : description_(std::move(description)) {
  text_.reserve(text.size());
  while (!text.empty()) {
    const base::Rune rune = base::DecodeRune(text);
    base::AppendRune(rune.value, text_);
    text.remove_prefix(rune.size);
    ++size_;
    if (rune.value == '\n') lines_.push_back({size_, text_.size()});
  }
  // The end of the text is stored like the start of a further line, as if a line break ended the text.
  lines_.push_back({size_ + 1, text_.size() + 1});
}

Location Source::Locate(Offset offset) const {
  if (text_.empty()) offset = kNowhere;  // cel-go has no positions in an empty text
  const auto next = std::upper_bound(lines_.begin(), lines_.end(), offset,
                                     [](Offset at, const Start& line) { return at < line.offset; });
  if (next == lines_.begin()) return {1, offset};
  return {static_cast<int>(next - lines_.begin()) + 1, offset - std::prev(next)->offset};
}

std::optional<std::string_view> Source::Line(int line) const {
  if (text_.empty() || line < 1 || line > static_cast<int>(lines_.size())) return std::nullopt;
  const std::size_t start = line == 1 ? 0 : lines_[line - 2].byte;
  return std::string_view(text_).substr(start, lines_[line - 1].byte - 1 - start);
}

std::int64_t NodePositions::Add(Offset offset) {
  offsets_.push_back(offset);
  return last_id();
}

void NodePositions::Remove(std::int64_t id) {
  if (!Has(id)) return;
  if (id == last_id()) {
    offsets_.pop_back();
  } else {
    offsets_[id - 1] = kRemoved;
  }
}

bool NodePositions::Has(std::int64_t id) const { return id >= 1 && id <= last_id() && offsets_[id - 1] != kRemoved; }

Offset NodePositions::Find(std::int64_t id) const { return Has(id) ? offsets_[id - 1] : kNowhere; }

Location NodePositions::Locate(std::int64_t id, const Source& source) const {
  return Has(id) ? source.Locate(offsets_[id - 1]) : kNoLocation;
}

}  // namespace structural::cel
