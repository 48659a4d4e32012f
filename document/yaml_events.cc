#include "document/yaml_events.h"

#include <algorithm>
#include <new>
#include <string>

namespace structural::document {
namespace {

// "did not find expected key", "found character that cannot start any token" and their like.
std::string Explain(const yaml_parser_t& parser) {
  std::string text = parser.problem == nullptr ? "the text is broken" : parser.problem;
  if (parser.context != nullptr && *parser.context != '\0') {
    text.append(", ").append(parser.context);
    text.append(" that begins in line ");
  }
  return text;
}

}  // namespace

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

// The reader knows only the byte.
Position YamlEvents::ProblemPosition() const {
  if (parser_.error != YAML_READER_ERROR) return PositionOf(parser_.problem_mark);
  const std::string_view before = text_.substr(0, parser_.problem_offset);
  const auto newline = before.rfind('\n');
  const std::string_view line =
      newline == std::string_view::npos ? before : before.substr(newline + 1);
  const auto runes = std::count_if(line.begin(), line.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
  });
  return {
      first_line_ + static_cast<std::uint32_t>(std::count(before.begin(), before.end(), '\n')) + 1,
      static_cast<std::uint32_t>(runes) + 1};
}

Problem YamlEvents::problem() const {
  if (parser_.error == YAML_MEMORY_ERROR) throw std::bad_alloc();
  std::string text = Explain(parser_);
  if (text.ends_with(' ')) text += std::to_string(PositionOf(parser_.context_mark).line);
  return {ProblemPosition(), std::move(text)};
}

}  // namespace structural::document
