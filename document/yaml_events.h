// YamlEvents: the events of libyaml's parser, one after another.
//
// Reads \' in double quotes, too, as kubectl does. Borrows the text. Not thread-safe; a parser is
// some 100 kB.
#pragma once

#include <string_view>

#include <yaml.h>

#include "document/apostrophes.h"
#include "document/flow_levels.h"
#include "document/mark_offset.h"
#include "document/position.h"
#include "document/problem.h"

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
  // After Next has returned false.
  Problem problem() const;

 private:
  void Begin();
  void End();
  bool Parse();
  bool Repeat();
  Position PositionOf(const yaml_mark_t& mark) const;
  std::size_t OffsetOf(const yaml_mark_t& mark) { return offset_.Of(mark, apostrophes_.In(text_)); }
  Position PositionAt(std::size_t offset) const;
  Position ProblemPosition() const;

  const std::string_view text_;
  const std::uint32_t first_line_;
  yaml_parser_t parser_;
  yaml_event_t event_;
  FlowLevels levels_;
  Apostrophes apostrophes_;
  std::size_t events_ = 0;  // so far
  MarkOffset offset_;
};

}  // namespace structural::document
