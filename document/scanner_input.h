// ScannerInput: what libyaml is given, so that it cuts a text as kubectl's older copy of it does.
//
// It differs from the text in single characters, never in length: offsets and places stay. What
// stands in for another character is put right again in the values. Borrows the text. Not
// thread-safe.
//
// Upstream: go.yaml.in/yaml/v2 scannerc.go yaml_parser_scan_tag_uri, yaml_parser_scan_plain_scalar,
// yamlprivateh.go is_bom, readerc.go yaml_parser_update_buffer (v2.4.4).
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <yaml.h>

namespace structural::document {

class ScannerInput {
 public:
  explicit ScannerInput(std::string_view text);

  std::string_view view() const { return given_.empty() ? text_ : std::string_view(given_); }

  // Where libyaml ends a tag: commas and brackets belong to it. -> how many more bytes it has; 0:
  // none of these stands there.
  std::size_t ContinueTag(std::size_t at);
  // `{a:}`, `[a:, b]`: the colon at which libyaml stops is part of the plain text. -> 0: it is no
  // such colon; or 1, that byte.
  std::size_t KeepColon(std::size_t at);

  // Where a node's tag ends at a comma, which is part of it or a mistake. The node begins there,
  // with its properties.
  std::optional<std::size_t> FindCommaBehindTag(std::size_t begin) const;

  // Puts the value of a scalar right. Where it stood matters where colons were kept.
  bool has_colons() const { return !colons_.empty(); }
  void Restore(std::span<char> value, std::size_t begin, std::size_t end) const;

 private:
  void HideMarks();
  std::string& Given();

  const std::string_view text_;
  std::string given_;                // empty: as the text is
  std::string mark_;                 // what stands in for byte order marks; empty: there are none
  std::vector<std::size_t> colons_;  // ascending
};

// Where a byte order mark in the text makes kubectl lose characters of other lines.
std::optional<std::size_t> FindHarmfulMark(std::string_view text);

// MarkOffset: where libyaml's marks stand in bytes; it counts code points.

// Whether a byte of UTF-8 belongs to the code point before.
inline bool IsContinuation(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

// Walks from the last mark that was asked for: those that are asked for ascend. Plain data.
class MarkOffset {
 public:
  // Precondition: up to the last mark the text is the same.
  std::size_t Of(const yaml_mark_t& mark, std::string_view text) {
    for (; index_ < mark.index && offset_ < text.size(); ++index_) {
      do ++offset_;
      while (offset_ < text.size() && IsContinuation(text[offset_]));
    }
    return offset_;
  }

 private:
  std::size_t index_ = 0;
  std::size_t offset_ = 0;
};

// What libyaml takes and Go's copy of an older libyaml does not.

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
