#include "document/yaml_events.h"

#include <algorithm>
#include <new>
#include <string>

namespace structural::document {
namespace {

// Events that are read again because of apostrophes: some seconds.
constexpr std::size_t kMostRepeated = 10'000'000;

}  // namespace

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
  while (!Parse()) {
    if (!MeansApostrophe() || !Repeat()) return false;
  }
  apostrophes_.Restore(event_);
  ++events_;
  return true;
}

// Whether the text is broken at an apostrophe that could be replaced, with those that follow it.
bool YamlEvents::MeansApostrophe() {
  constexpr std::string_view kProblem = "found unknown escape character";
  if (parser_.error != YAML_SCANNER_ERROR || parser_.problem != kProblem) return false;
  const std::size_t index = index_, offset = offset_;
  const std::size_t at = OffsetOf(parser_.problem_mark);
  index_ = index;  // the events before it are still to come
  offset_ = offset;
  return apostrophes_.Replace(text_, at, parser_.problem_mark);
}

// Goes to where the last event ended, in the text as it is now. False: that was done too often.
bool YamlEvents::Repeat() {
  repeated_ += events_;
  if (repeated_ > kMostRepeated) return false;
  End();
  Begin();
  for (std::size_t i = 0; i < events_; ++i) {
    if (!Parse()) return false;
    yaml_event_delete(&event_);
  }
  return true;
}

Position YamlEvents::PositionOf(const yaml_mark_t& mark) const {
  return {first_line_ + static_cast<std::uint32_t>(mark.line) + 1,
          static_cast<std::uint32_t>(mark.column + apostrophes_.Before(mark)) + 1};
}

// libyaml counts code points.
std::size_t YamlEvents::OffsetOf(const yaml_mark_t& mark) {
  const std::string_view text = apostrophes_.In(text_);
  const auto continues = [&](std::size_t at) {
    return at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80;
  };
  for (; index_ < mark.index && offset_ < text.size(); ++index_) {
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
