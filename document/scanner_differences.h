// What libyaml takes and Go's copy of an older libyaml does not.
#pragma once

#include <string_view>

#include <yaml.h>

namespace structural::document {

inline constexpr std::string_view kNoSlashEscape = "kubectl does not support \\/ in YAML; write /";

// Of a scalar: what is wrong with it for kubectl, and what to do; empty: nothing. `flow`: it stands
// in braces or brackets. `source` is called for the text that it was read from, where that matters.
//
// Upstream: go.yaml.in/yaml/v2 scannerc.go (v2.4.4).
template <typename Source>
std::string_view ScannerError(yaml_scalar_style_t style, std::string_view value, bool flow,
                              Source source);

// In the source of a string in double quotes.
bool HasSlashEscape(std::string_view source);

template <typename Source>
std::string_view ScannerError(yaml_scalar_style_t style, std::string_view value, bool flow,
                              Source source) {
  if (style == YAML_PLAIN_SCALAR_STYLE && flow && value.find('?') != std::string_view::npos) {
    return "kubectl does not support ? in plain text inside braces or brackets; put the text in "
           "quotes";
  }
  if (style == YAML_DOUBLE_QUOTED_SCALAR_STYLE && value.find('/') != std::string_view::npos &&
      HasSlashEscape(source())) {
    return kNoSlashEscape;
  }
  return {};
}

}  // namespace structural::document
