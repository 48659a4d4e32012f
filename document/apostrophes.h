// EscapedApostrophes: makes libyaml accept the escape \' in double quotes. kubectl reads it as an apostrophe, but
// libyaml does not know it.
//
//   description: "it\'s"
//
// libyaml reads a copy of the text in which a stand-in replaces each \': a character that the text does not contain.
// Its two bytes keep the offsets of the text. libyaml's scanner finds the escapes in one pass: when it stops at one, it
// continues from the start of that string. Not thread-safe.
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
  // Replaces each \' up to the first other error of libyaml. Can be called again after the text was changed to avoid
  // that error. Returns false if nothing was replaced: the text has no further \', or contains every possible stand-in.
  bool Replace(std::string_view text);

  // Returns `text`, or the copy with replacements if one was made.
  std::string_view ReplacedTextOf(std::string_view text) const { return replaced_.empty() ? text : replaced_; }

  // Must be called after the character at offset `at` of the text was replaced, to make the same replacement in the
  // copy.
  void ReplaceCharacter(std::size_t at, char with) {
    if (!replaced_.empty()) replaced_[at] = with;
  }

  // Replaces each stand-in in the event's value by an apostrophe.
  void Restore(yaml_event_t& event) const;

  // Returns the number of replacements on the mark's line before the mark. libyaml's column must be increased by this
  // number, because libyaml counts one character for the two of \'.
  std::size_t CountBefore(const yaml_mark_t& mark) const;

 private:
  struct Place {
    std::size_t line;
    std::size_t column;
    auto operator<=>(const Place&) const = default;
  };

  // Passes replaced_ to libyaml in pieces. libyaml reads a whole piece again each time it continues from the start of a
  // string. Therefore the first piece after a restart is short, and each later one is twice as long as the previous
  // one.
  struct Pieces {
    std::string_view text;
    std::size_t at = 0;
    std::size_t size = kMaxSize;
    static constexpr std::size_t kMinSize = 64, kMaxSize = 16'384;
    static int Read(void* pieces, unsigned char* to, std::size_t size, std::size_t* read);
  };

  void Scan(yaml_parser_t& parser, Pieces& pieces);
  bool Resume(yaml_parser_t& parser, Pieces& pieces, MarkOffset& offset);
  void ReplaceString(std::size_t at, const yaml_mark_t& mark);

  std::string stand_in_;  // the character that replaces \'
  std::string replaced_;  // the copy with replacements; empty if nothing was replaced
  // Places of the replacements, in libyaml's lines and columns, ascending.
  std::vector<Place> places_;
};

}  // namespace structural::document
