// YamlEvents: the events of libyaml's parser, one after another.
//
// Reads \' in double quotes, commas in tags, colons at the end of plain text in brackets and byte
// order marks, too, as kubectl does. Borrows the text. Not thread-safe; a parser is some 100 kB.
#pragma once

#include <optional>
#include <string_view>

#include <yaml.h>

#include "document/apostrophes.h"
#include "document/document.h"
#include "document/flow_levels.h"
#include "document/scanner_input.h"

namespace structural::document {

class YamlEvents {
 public:
  // `first_line`: how many lines stand before the text in its file.
  YamlEvents(std::string_view text, std::uint32_t first_line);
  ~YamlEvents();
  YamlEvents(const YamlEvents&) = delete;
  YamlEvents& operator=(const YamlEvents&) = delete;

  // Goes to the next event; false where the text is broken there.
  bool Next();
  // After Next. Valid until the next one.
  const yaml_event_t& event() const { return event_; }
  yaml_event_type_t type() const { return event_.type; }
  Position At() const { return PositionOf(event_.start_mark); }
  // The text that the event was read from. Walks there from the last one that was asked for.
  std::string_view Source();
  // After Next: whether what was read ahead holds a \/ in double quotes.
  bool SlashAhead();
  // After Next has returned false.
  Problem problem() const;

 private:
  void Begin();
  void End();
  bool Parse();
  bool ReplaceCharacter();
  bool ContinueTag();
  bool ParseAgain();
  void Restore();
  std::string_view Given() const { return apostrophes_.In(input_.view()); }
  std::size_t EventBegin();
  Position PositionOf(const yaml_mark_t& mark) const;
  std::size_t OffsetOf(const yaml_mark_t& mark) { return offset_.Of(mark, Given()); }
  Position PositionAt(std::size_t offset) const;
  Position ProblemPosition() const;
  std::string ProblemText() const;

  const std::string_view text_;
  const std::uint32_t first_line_;
  yaml_parser_t parser_;
  yaml_event_t event_;
  FlowLevels levels_;
  ScannerInput input_;
  Apostrophes apostrophes_;
  std::size_t events_ = 0;    // so far
  std::size_t repeated_ = 0;  // of them, again and again
  MarkOffset offset_;
  std::optional<std::size_t> begin_;  // of the event, once it was asked for
};

}  // namespace structural::document
