// YamlEvents: reads the events of libyaml's parser, one at a time.
//
// Unlike libyaml, reads \' in double quotes, commas in tags, colons at the end of plain text in brackets, and byte
// order marks as kubectl does. Has views of the text, which must outlive it. Not thread-safe; a parser needs about 100
// kB.
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
  // `first_line`: number of lines before the text in its file.
  YamlEvents(std::string_view text, std::uint32_t first_line);
  ~YamlEvents();
  YamlEvents(const YamlEvents&) = delete;
  YamlEvents& operator=(const YamlEvents&) = delete;

  // Reads the next event. Returns false if the text has an error there.
  bool Next();
  // The event that Next read; valid until the next call.
  const yaml_event_t& event() const { return event_; }
  yaml_event_type_t type() const { return event_.type; }
  Position At() const { return PositionOf(event_.start_mark); }
  // Returns the text that the event was read from. Must be called for events in ascending order, because each call
  // continues from the previous one.
  std::string_view Source();
  // After Next: returns whether libyaml has read ahead a string in double quotes with \/.
  bool SlashAhead();
  // The error, after Next returned false.
  Problem problem() const;

 private:
  void Begin();
  void End();
  bool Parse();
  bool ReplaceCharacter();
  bool ContinueTag();
  bool ParseAgain();
  void Restore();
  std::string_view ScannedText() const { return apostrophes_.ReplacedTextOf(input_.view()); }
  std::size_t EventBegin();
  Position PositionOf(const yaml_mark_t& mark) const;
  std::size_t OffsetOf(const yaml_mark_t& mark) { return offset_.Of(mark, ScannedText()); }
  Position PositionAt(std::size_t offset) const;
  Position ProblemPosition() const;
  std::string ProblemText() const;

  const std::string_view text_;
  const std::uint32_t first_line_;
  yaml_parser_t parser_;
  yaml_event_t event_;
  FlowLevels levels_;
  ScannerInput input_;
  EscapedApostrophes apostrophes_;
  std::size_t events_ = 0;    // events returned so far
  std::size_t repeated_ = 0;  // events parsed again
  MarkOffset offset_;
  std::optional<std::size_t> begin_;  // offset of the event, if EventBegin was called
};

}  // namespace structural::document
