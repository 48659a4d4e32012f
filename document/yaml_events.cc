#include "document/yaml_events.h"

#include <algorithm>
#include <new>
#include <string>

namespace structural::document {

YamlEvents::YamlEvents(std::string_view text, std::uint32_t first_line)
    : text_(text), first_line_(first_line), event_{} {
  if (yaml_parser_initialize(&parser_) == 0) throw std::bad_alloc();
  yaml_parser_set_input_string(&parser_, reinterpret_cast<const unsigned char*>(text.data()),
                               text.size());
}

YamlEvents::~YamlEvents() {
  yaml_event_delete(&event_);
  yaml_parser_delete(&parser_);
}

bool YamlEvents::Next() {
  yaml_event_delete(&event_);
  return yaml_parser_parse(&parser_, &event_) != 0;
}

Position YamlEvents::PositionOf(const yaml_mark_t& mark) const {
  return {first_line_ + static_cast<std::uint32_t>(mark.line) + 1,
          static_cast<std::uint32_t>(mark.column) + 1};
}

// libyaml counts code points.
std::size_t YamlEvents::OffsetOf(const yaml_mark_t& mark) {
  const auto continues = [&](std::size_t at) {
    return at < text_.size() && (static_cast<unsigned char>(text_[at]) & 0xC0) == 0x80;
  };
  for (; index_ < mark.index && offset_ < text_.size(); ++index_) {
    do ++offset_;
    while (continues(offset_));
  }
  return offset_;
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
  const auto runes = std::count_if(line.begin(), line.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
  });
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
