// ScannerInput: a variant of the text that libyaml splits into the same parts as kubectl, which has an older copy of
// libyaml, splits the text itself.
//
// The variant differs from the text in single characters, never in length, so offsets and positions stay. Restore puts
// the replaced characters back into the values. The text must outlive it. Not thread-safe.
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

  std::string_view view() const { return replaced_text_.empty() ? text_ : std::string_view(replaced_text_); }

  // Replaces the commas and brackets that begin at offset `at`. libyaml ends a tag there, but kubectl reads them as a
  // part of the tag. Returns the number of bytes that this adds to the tag; 0 if the character at `at` is neither a
  // comma nor a bracket.
  std::size_t ContinueTag(std::size_t at);
  // Replaces the colon at `at` if libyaml stops there although the colon is part of the plain text, as in `{a:}` and
  // `[a:, b]`. Returns 1 if it was replaced, otherwise 0.
  std::size_t ReplaceColonInPlainText(std::size_t at);

  // Returns the offset of the comma at which libyaml ends the tag of a node; nullopt if the node has no tag, or another
  // character ends it. `begin` is the offset of the node, which begins with its anchor and tag.
  std::optional<std::size_t> FindCommaThatEndsTag(std::size_t begin) const;

  // Returns whether a colon was replaced.
  bool has_colons() const { return !colons_.empty(); }
  // Puts the replaced characters back into the value of a scalar. `begin` and `end` are the offsets of a plain scalar
  // in the text. They are needed only if has_colons(); otherwise both can be 0.
  void Restore(std::span<char> value, std::size_t begin, std::size_t end) const;

 private:
  void ReplaceByteOrderMarks();
  std::string& ScannedText();

  const std::string_view text_;
  std::string replaced_text_;        // the text with replacements; empty: nothing was replaced
  std::string mark_stand_in_;        // the code point that replaces byte order marks; empty: no mark was replaced
  std::vector<std::size_t> colons_;  // offsets of replaced colons, ascending
};

// Returns the offset of a byte order mark that makes kubectl lose characters of the document; nullopt if no mark does.
std::optional<std::size_t> FindHarmfulMark(std::string_view text);

// Returns whether the byte is a byte of a code point in UTF-8 other than its first one.
inline bool IsContinuation(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

// MarkOffset: converts libyaml's marks, which count code points, to offsets in bytes. Each call continues from the mark
// of the previous call, so the marks of consecutive calls must ascend. Plain data.
class MarkOffset {
 public:
  // Returns the mark's offset in bytes. Precondition: up to the mark of the previous call, the text is the same as in
  // that call.
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

// The problem of a string with the escape \/, which libyaml accepts, but the older libyaml in kubectl does not.
inline constexpr std::string_view kNoSlashEscape = "kubectl does not support \\/ in YAML; write /";

// Returns the reason why kubectl rejects a scalar, and the fix; empty if kubectl accepts the scalar. `flow`: the scalar
// is in braces or brackets. `source` returns the text from which the scalar was read, and is only called if needed.
//
// Upstream: go.yaml.in/yaml/v2 scannerc.go (v2.4.4).
template <typename Source>
std::string_view ScannerError(yaml_scalar_style_t style, std::string_view value, bool flow, Source source);

// Returns whether the source of a string in double quotes has the escape \/.
bool HasSlashEscape(std::string_view source);

template <typename Source>
std::string_view ScannerError(yaml_scalar_style_t style, std::string_view value, bool flow, Source source) {
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
