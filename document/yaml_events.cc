#include "document/yaml_events.h"

#include <algorithm>
#include <new>
#include <string>

namespace structural::document {

YamlEvents::YamlEvents(std::string_view text, std::uint32_t first_line)
    : text_(text), first_line_(first_line), event_{} {
  Begin();
}

YamlEvents::~YamlEvents() {
  yaml_event_delete(&event_);
  End();
}

void YamlEvents::Begin() {
  if (yaml_parser_initialize(&parser_) == 0) throw std::bad_alloc();
  const std::string_view text = apostrophes_.In(text_);
  yaml_parser_set_input_string(&parser_, reinterpret_cast<const unsigned char*>(text.data()),
                               text.size());
}

void YamlEvents::End() {
  levels_.Show(parser_);
  yaml_parser_delete(&parser_);
}

bool YamlEvents::Parse() {
  levels_.Hide(parser_);
  return yaml_parser_parse(&parser_, &event_) != 0;
}

bool YamlEvents::Next() {
  yaml_event_delete(&event_);
  if (!Parse() && !(IsUnknownEscape(parser_) && apostrophes_.Replace(text_) && Repeat())) {
    return false;
  }
  apostrophes_.Restore(event_);
  ++events_;
  return true;
}

// Goes to the next event in the text as it is now.
bool YamlEvents::Repeat() {
  End();
  Begin();
  for (std::size_t i = 0; i < events_; ++i) {
    if (!Parse()) return false;
    yaml_event_delete(&event_);
  }
  return Parse();
}

Position YamlEvents::PositionOf(const yaml_mark_t& mark) const {
  return {first_line_ + static_cast<std::uint32_t>(mark.line) + 1,
          static_cast<std::uint32_t>(mark.column + apostrophes_.Before(mark)) + 1};
}

std::string_view YamlEvents::Source() {
  const std::size_t begin = OffsetOf(event_.start_mark);
  return text_.substr(begin, OffsetOf(event_.end_mark) - begin);
}

Position YamlEvents::PositionAt(std::size_t offset) const {
  const std::string_view before = text_.substr(0, offset);
  const auto newline = before.rfind('\n');
  const std::string_view line =
      newline == std::string_view::npos ? before : before.substr(newline + 1);
  const auto runes = std::count_if(line.begin(), line.end(),
                                   [](char c) { return !IsContinuation(c); });
  const auto lines = std::count(before.begin(), before.end(), '\n');
  return {first_line_ + static_cast<std::uint32_t>(lines) + 1,
          static_cast<std::uint32_t>(runes) + 1};
}

// The reader knows only the byte. What is missing at the end is missing behind the last word, not
// in a line of its own that the text does not have.
Position YamlEvents::ProblemPosition() const {
  if (parser_.error == YAML_READER_ERROR) return PositionAt(parser_.problem_offset);
  const auto last = text_.find_last_not_of(" \t\r\n");
  const Position end = PositionAt(last == std::string_view::npos ? 0 : last + 1);
  return std::min(PositionOf(parser_.problem_mark), end);
}

Problem YamlEvents::problem() const {
  if (parser_.error == YAML_MEMORY_ERROR) throw std::bad_alloc();
  Problem problem{ProblemPosition(), parser_.problem == nullptr ? "" : parser_.problem};
  const Position context_at = PositionOf(parser_.context_mark);
  if (parser_.context != nullptr && context_at < problem.at) {
    problem.context = parser_.context;
    problem.context_at = context_at;
  }
  return problem;
}

}  // namespace structural::document
