// Apostrophes: \' in double quotes, which is ' to kubectl and no escape to libyaml.
//
//   description: "it\'s"
//
// libyaml is given a text in which a character of two bytes, which the text has nowhere, stands for
// each of them, so that offsets stay. Plain data; not thread-safe.
//
// Upstream: go.yaml.in/yaml/v2 scannerc.go yaml_parser_scan_flow_scalar (v2.4.4).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <yaml.h>

namespace structural::document {

class Apostrophes {
 public:
  // Replaces those from `at`, which is within double quotes, to the closing quote. False: no \' is
  // there, or nothing can stand for it.
  bool Replace(std::string_view text, std::size_t at, const yaml_mark_t& mark);

  // `text`, or what has been made of it.
  std::string_view In(std::string_view text) const { return replaced_.empty() ? text : replaced_; }

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

  std::string stand_in_;
  std::string replaced_;
  std::vector<Place> places_;  // as libyaml counts them, ascending
};

}  // namespace structural::document
