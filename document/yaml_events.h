// YamlEvents: reads a YAML text with libyaml's parser, event by event.
//
// YamlEvents corrects the differences between libyaml and kubectl: \' in double quotes, commas in tags, colons at the
// end of plain text in brackets, and byte order marks. It has views of the text, which must outlive it. Not
// thread-safe. It needs about 100 kB of memory.
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

  // Reads the next event. Returns false if the text has an error, which problem() then returns.
  bool Next();
  // Returns the event that Next read. The event is valid until Next is called again.
  const yaml_event_t& event() const { return event_; }
  yaml_event_type_t type() const { return event_.type; }
  Position At() const { return PositionOf(event_.start_mark); }
  // Returns the text from which the event was read. Must not be called after HasSlashEscapeAhead.
  std::string_view Source();
  // Returns whether a string in double quotes that libyaml has scanned, but not returned as an event yet, contains \/.
  bool HasSlashEscapeAhead();
  // Returns the error. Precondition: Next returned false.
  Problem problem() const;

 private:
  void CreateParser();
  void DeleteParser();
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
  std::size_t returned_events_ = 0;  // events returned so far
  std::size_t reparsed_events_ = 0;  // events parsed again
  MarkOffset offset_;
  std::optional<std::size_t> begin_;  // offset of the event, if it was computed already
};

}  // namespace structural::document
