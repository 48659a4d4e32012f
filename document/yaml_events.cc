#include "document/yaml_events.h"

#include <algorithm>
#include <new>
#include <string>

namespace structural::document {
namespace {

// Maximum number of events that are parsed again because of replaced characters. Parsing them takes some seconds.
constexpr std::size_t kMaxReparsedEvents = 10'000'000;

const yaml_char_t* TagOf(const yaml_event_t& event) {
  switch (event.type) {
    case YAML_SCALAR_EVENT: return event.data.scalar.tag;
    case YAML_SEQUENCE_START_EVENT: return event.data.sequence_start.tag;
    case YAML_MAPPING_START_EVENT: return event.data.mapping_start.tag;
    default: return nullptr;
  }
}

}  // namespace

YamlEvents::YamlEvents(std::string_view text, std::uint32_t first_line)
    : text_(text), first_line_(first_line), event_{}, input_(text) {
  CreateParser();
}

YamlEvents::~YamlEvents() {
  yaml_event_delete(&event_);
  DeleteParser();
}

void YamlEvents::CreateParser() {
  if (yaml_parser_initialize(&parser_) == 0) throw std::bad_alloc();
  const std::string_view text = ScannedText();
  yaml_parser_set_input_string(&parser_, reinterpret_cast<const unsigned char*>(text.data()), text.size());
}

void YamlEvents::DeleteParser() {
  levels_.Show(parser_);
  yaml_parser_delete(&parser_);
}

bool YamlEvents::Parse() {
  levels_.Hide(parser_);
  return yaml_parser_parse(&parser_, &event_) != 0;
}

bool YamlEvents::Next() {
  yaml_event_delete(&event_);
  begin_.reset();
  for (;;) {
    if (!Parse()) {
      if (!ReplaceCharacter() || !ParseAgain()) return false;
    } else if (TagOf(event_) == nullptr || !ContinueTag()) {
      break;
    } else if (yaml_event_delete(&event_); !ParseAgain()) {
      return false;
    }
  }
  Restore();
  ++returned_events_;
  return true;
}

// Replaces the character at which libyaml stopped, if kubectl accepts that character. Returns whether it was replaced.
bool YamlEvents::ReplaceCharacter() {
  if (parser_.error != YAML_SCANNER_ERROR) return false;
  if (IsUnknownEscape(parser_)) return apostrophes_.Replace(input_.view());
  // Uses a copy of offset_, because offset_ must not move beyond events that were not returned yet.
  const std::size_t at = MarkOffset(offset_).Of(parser_.problem_mark, ScannedText());
  const std::string_view problem = parser_.problem;
  std::size_t size = 0;
  if (problem == "found unexpected ':'") size = input_.ReplaceColonInPlainText(at);
  if (problem == "did not find expected whitespace or line break") size = input_.ContinueTag(at);
  for (std::size_t i = at; i < at + size; ++i) apostrophes_.ReplaceCharacter(i, input_.view()[i]);
  return size > 0;
}

// If libyaml ended the event's tag at a comma, replaces the comma and the characters that kubectl reads as the rest of
// the tag. Returns whether the text was changed.
bool YamlEvents::ContinueTag() {
  const auto comma = input_.FindCommaThatEndsTag(EventBegin());
  if (!comma) return false;
  const std::size_t size = input_.ContinueTag(*comma);
  for (std::size_t i = *comma; i < *comma + size; ++i) {
    apostrophes_.ReplaceCharacter(i, input_.view()[i]);
  }
  return true;
}

void YamlEvents::Restore() {
  apostrophes_.Restore(event_);
  if (event_.type != YAML_SCALAR_EVENT) return;
  const auto& scalar = event_.data.scalar;
  const bool plain = input_.has_colons() && scalar.style == YAML_PLAIN_SCALAR_STYLE;
  const std::size_t begin = plain ? EventBegin() : 0;
  const std::size_t end = plain ? OffsetOf(event_.end_mark) : 0;
  input_.Restore({reinterpret_cast<char*>(scalar.value), scalar.length}, begin, end);
}

// Parses the changed text from its start up to the last returned event. Returns false if this exceeds
// kMaxReparsedEvents in total, or if the text has an error there.
bool YamlEvents::ParseAgain() {
  do {
    reparsed_events_ += returned_events_ + 1;
    if (reparsed_events_ > kMaxReparsedEvents) return false;
    DeleteParser();
    CreateParser();
    std::size_t events = 0;
    for (; events < returned_events_ && Parse(); ++events) yaml_event_delete(&event_);
    if (events == returned_events_) return true;
    // Repeats this, because libyaml reads tokens ahead, and can stop at a further character before it returns the
    // event.
  } while (ReplaceCharacter());
  return false;
}

Position YamlEvents::PositionOf(const yaml_mark_t& mark) const {
  return {first_line_ + static_cast<std::uint32_t>(mark.line) + 1,
          static_cast<std::uint32_t>(mark.column + apostrophes_.CountBefore(mark)) + 1};
}

std::size_t YamlEvents::EventBegin() {
  if (!begin_) begin_ = OffsetOf(event_.start_mark);
  return *begin_;
}

std::string_view YamlEvents::Source() {
  const std::size_t begin = EventBegin();
  return text_.substr(begin, OffsetOf(event_.end_mark) - begin);
}

bool YamlEvents::HasSlashEscapeAhead() {
  for (const yaml_token_t* token = parser_.tokens.head; token != parser_.tokens.tail; ++token) {
    if (token->type != YAML_SCALAR_TOKEN) continue;
    if (token->data.scalar.style != YAML_DOUBLE_QUOTED_SCALAR_STYLE) continue;
    const std::size_t begin = OffsetOf(token->start_mark);
    const std::size_t end = OffsetOf(token->end_mark);
    if (HasSlashEscape(text_.substr(begin, end - begin))) return true;
  }
  return false;
}

Position YamlEvents::PositionAt(std::size_t offset) const {
  const std::string_view before = text_.substr(0, offset);
  const auto newline = before.rfind('\n');
  const std::string_view line = newline == std::string_view::npos ? before : before.substr(newline + 1);
  const auto runes =
      std::count_if(line.begin(), line.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; });
  const auto lines = std::count(before.begin(), before.end(), '\n');
  return {first_line_ + static_cast<std::uint32_t>(lines) + 1, static_cast<std::uint32_t>(runes) + 1};
}

// Returns the position of libyaml's error. libyaml's reader reports an offset instead of a position. An error at the
// end of the text gets the position after the last word, because libyaml can report a line that the text does not have.
Position YamlEvents::ProblemPosition() const {
  if (parser_.error == YAML_READER_ERROR) return PositionAt(parser_.problem_offset);
  const auto last = text_.find_last_not_of(" \t\r\n");
  const Position end = PositionAt(last == std::string_view::npos ? 0 : last + 1);
  return std::min(PositionOf(parser_.problem_mark), end);
}

// Returns libyaml's message. If a character cannot begin a token, returns a message with that character, because
// libyaml's message does not contain it.
std::string YamlEvents::ProblemText() const {
  if (parser_.problem == nullptr) return "too many tags contain a comma; remove the commas";
  const std::string_view problem = parser_.problem, given = ScannedText();
  if (problem != "found character that cannot start any token") return std::string(problem);
  const std::size_t at = MarkOffset(offset_).Of(parser_.problem_mark, given);
  if (at >= given.size()) return std::string(problem);
  if (given[at] == '\t') return "a tab stands where YAML needs spaces; indent with spaces";
  return std::string("a value without quotes cannot begin with ") + given[at] + "; put it in quotes";
}

Problem YamlEvents::problem() const {
  if (parser_.error == YAML_MEMORY_ERROR) throw std::bad_alloc();
  Problem problem{ProblemPosition(), ProblemText()};
  const Position context_at = PositionOf(parser_.context_mark);
  if (parser_.context != nullptr && context_at < problem.at) {
    problem.context = parser_.context;
    problem.context_at = context_at;
  }
  return problem;
}

}  // namespace structural::document
