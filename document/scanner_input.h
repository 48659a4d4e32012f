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

}  // namespace structural::document
