// EscapedApostrophes: handles \' in double quotes, which is ' for kubectl and an unknown escape for
// libyaml.
//
//   description: "it\'s"
//
// libyaml reads a copy of the text in which each \' is replaced by a character of two bytes that
// the text does not contain, so that offsets do not change. libyaml's scanner finds the escapes in
// one pass: when it stops at one, it continues from the start of that string. Not thread-safe.
//
// Upstream: go.yaml.in/yaml/v2 scannerc.go yaml_parser_scan_flow_scalar (v2.4.4).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <yaml.h>

#include "document/scanner_input.h"

namespace structural::document {

// Returns whether libyaml stopped at an escape that it does not know.
bool IsUnknownEscape(const yaml_parser_t& parser);

class EscapedApostrophes {
 public:
  // Replaces all \' up to the point where libyaml stops for another reason; can be called again
  // after that reason was repaired. Returns false if the text has no \', or no unused character can
  // replace it.
  bool Replace(std::string_view text);

  // Returns `text`, or the copy with replacements if one was made.
  std::string_view ReplacedTextOf(std::string_view text) const { return replaced_.empty() ? text : replaced_; }

  // Replaces the character at `at` of the copy, because the same replacement was made in the text.
  void Replaced(std::size_t at, char with) {
    if (!replaced_.empty()) replaced_[at] = with;
  }

  // Replaces the stand-in character by ' in the event's value.
  void Restore(yaml_event_t& event) const;

  // Returns the number of replacements on the mark's line before the mark. libyaml counts one
  // column for the two characters of each.
  std::size_t Before(const yaml_mark_t& mark) const;

 private:
  struct Place {
    std::size_t line;
    std::size_t column;
    auto operator<=>(const Place&) const = default;
  };

  // Feeds replaced_ to libyaml in pieces. libyaml reads a whole piece again each time it continues
  // from the start of a string. So the piece after a restart is short, and each later one is
  // twice as long.
  struct Pieces {
    std::string_view text;
    std::size_t at = 0;
    std::size_t size = kLongest;
    static constexpr std::size_t kShortest = 64, kLongest = 16'384;
    static int Read(void* pieces, unsigned char* to, std::size_t size, std::size_t* read);
  };

  void Scan(yaml_parser_t& parser, Pieces& pieces);
  bool Resume(yaml_parser_t& parser, Pieces& pieces, MarkOffset& offset);
  void ReplaceString(std::size_t at, const yaml_mark_t& mark);

  std::string stand_in_;
  std::string replaced_;
  // Places of the replacements, in libyaml's lines and columns, ascending.
  std::vector<Place> places_;
};

}  // namespace structural::document
