// Apostrophes: \' in double quotes, which is ' to kubectl and no escape to libyaml.
//
//   description: "it\'s"
//
// libyaml is given a text in which a character of two bytes, which the text has nowhere, stands for
// each of them, so that offsets stay. They are found by libyaml's scanner, in one pass: where it
// stops at one, it begins again with that string. Not thread-safe.
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

// Whether libyaml stopped at an escape that it does not know.
bool IsUnknownEscape(const yaml_parser_t& parser);

class Apostrophes {
 public:
  // Replaces all up to where libyaml stops for another reason; again, once that was mended. False:
  // there is none, or nothing can stand for them.
  bool Replace(std::string_view text);

  // `text`, or what has been made of it.
  std::string_view In(std::string_view text) const { return replaced_.empty() ? text : replaced_; }

  // A character of the text was replaced by another.
  void Replaced(std::size_t at, char with) {
    if (!replaced_.empty()) replaced_[at] = with;
  }

  // The value as it is meant.
  void Restore(yaml_event_t& event) const;

  // How many there are before the mark on its line: libyaml counts one column for two characters.
  std::size_t Before(const yaml_mark_t& mark) const;

 private:
  struct Place {
    std::size_t line;
    std::size_t column;
    auto operator<=>(const Place&) const = default;
  };

  // What libyaml reads of replaced_, in pieces: it reads a whole one again for each string that it
  // begins again with, so that a piece is short then, and twice as long each time.
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
  std::vector<Place> places_;  // as libyaml counts them, ascending
};

}  // namespace structural::document
