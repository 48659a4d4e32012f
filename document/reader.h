// Reader: the documents of a file, as kubectl would read them from it.
//
//   Reader reader(text);
//   while (auto next = reader.Next()) {
//     if (const auto* problem = std::get_if<Problem>(&*next)) …
//   }
//
// A text that begins with a brace is a series of JSON values while it has the form of JSON. Any
// other text is YAML; lines of `---` separate its documents. A document that cannot be read is a
// Problem, and Next continues with the next one. kubectl stops there, but a linter reports the
// other documents, too.
//
// Borrows the text. Not thread-safe.
//
// Upstream: apimachinery pkg/util/yaml/decoder.go YAMLReader, YAMLOrJSONDecoder (v0.37.2).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "document/document.h"

namespace structural::document {

// Cursor: computes positions in a text, at ascending offsets.
class Cursor {
 public:
  explicit Cursor(std::string_view text) : text_(text) {}

  // Returns the position of an offset. Precondition: `offset` is not less than in the previous call.
  Position At(std::size_t offset);

 private:
  std::string_view text_;
  std::size_t offset_ = 0;
  Position position_{1, 1};
};

// ReadJson reads the JSON value at `*offset` and moves the offset to the end of the value. If the
// text is not JSON there, the offset stays. The value must be strict JSON as in Go's encoding/json.
// Numbers are written as Go writes them again, except that -0.0 stays. JSON with a number out of
// range is a Problem. `cursor` computes the positions and must be over the same text.
//
// Upstream: apimachinery pkg/util/yaml/decoder.go YAMLOrJSONDecoder (v0.37.2), pkg/util/json
// Unmarshal.
std::variant<Document, Problem> ReadJson(std::string_view text, std::size_t* offset, Cursor& cursor);

// What to do with text after the end of a YAML document, such as `...`, that no line of `---` begins: kubectl ignores it.
enum class TrailingText { kProblem, kIgnore };

class Reader {
 public:
  explicit Reader(std::string_view text, TrailingText after_end = TrailingText::kProblem);

  // Returns nullopt at the end. An empty YAML document, which kubectl skips, is null.
  std::optional<std::variant<Document, Problem>> Next();

  // The text in UTF-8, which positions refer to.
  std::string_view text() const { return text_; }

  // After Next: the part of text() that the document or problem was read from, a JSON value or the
  // lines between two `---` lines, and whether it was read as JSON.
  std::string_view source() const { return source_; }
  bool json() const { return source_is_json_; }

 private:
  std::optional<std::variant<Document, Problem>> NextJson();
  std::optional<std::variant<Document, Problem>> NextYaml();
  std::optional<std::variant<Document, Problem>> ReadConverted();
  std::optional<std::variant<Document, Problem>> ReadChunk(std::size_t end);
  // Returns whether the offset is just after the byte order mark. The text there does not begin a
  // line.
  bool IsAfterByteOrderMark() const { return offset_ > 0 && source_.data() == nullptr; }

  const bool utf32_;
  const std::optional<std::string> converted_;  // from UTF-16 or UTF-32
  const std::string_view text_;
  Cursor cursor_;
  std::size_t offset_ = 0;
  std::uint32_t line_ = 0;  // line of offset_, from 0, for YAML
  std::size_t json_values_ = 0;
  bool dashes_ = false;        // a line of `---` has begun the current document
  const bool readable_utf16_;  // kubectl can read the text if it is UTF-16
  bool json_;
  const TrailingText after_end_;
  std::string_view source_;
  bool source_is_json_ = false;
};

// ReadYaml: reads the first document of a YAML text.
// Like Go, it ignores further documents of `text`, which are Document::ignored_at, and reads an empty text as null. `first_line`:
// number of lines before the text in its file. The text is UTF-8.
std::variant<Document, Problem> ReadYaml(std::string_view text, std::uint32_t first_line = 0);

// Returns the problem of a document after which kubectl ignores text; nullopt for other documents.
std::optional<Problem> IgnoredText(const Document& document);

}  // namespace structural::document
