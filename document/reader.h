// Reader: reads the documents of a file in YAML or JSON as kubectl does.
//
//   Reader reader(text);
//   while (auto next = reader.Next()) {
//     if (const auto* problem = std::get_if<Problem>(&*next)) …
//   }
//
// A text that begins with a brace is read as a series of JSON values. If its beginning is not JSON, or the text after
// the first value is not JSON, that part is read as YAML. Any other text is YAML, in which lines of `---` separate the
// documents. A document that cannot be read is a Problem. kubectl stops at such a document. Next continues with the
// document after it, which a linter reports, too.
//
// The text must outlive the Reader. Not thread-safe.
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

// Cursor: computes the lines and columns of ascending offsets in a text.
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

// ReadJson reads the JSON value at `*offset` and moves the offset to the end of the value. If the text is not JSON
// there, ReadJson returns a Problem and does not change the offset. Like Go's encoding/json, it accepts only strict
// JSON. Document::json has numbers in the form in which Go prints them, except that -0.0 stays. A number out of range
// is a Problem. `cursor` must have been created with the same text.
//
// Upstream: apimachinery pkg/util/yaml/decoder.go YAMLOrJSONDecoder (v0.37.2), pkg/util/json
// Unmarshal.
std::variant<Document, Problem> ReadJson(std::string_view text, std::size_t* offset, Cursor& cursor);

// The treatment of text after the end of a YAML document, for example after a line of `...`. kubectl ignores such text
// up to the next line of `---`. kProblem: Reader returns a Problem. kIgnore: Reader ignores the text, as kubectl does.
enum class TrailingText { kProblem, kIgnore };

class Reader {
 public:
  explicit Reader(std::string_view text, TrailingText trailing_text = TrailingText::kProblem);

  // Returns the next document of the text, or the reason why it cannot be read; nullopt at the end of the text. An
  // empty YAML document, which kubectl skips, is null.
  std::optional<std::variant<Document, Problem>> Next();

  // Returns the text in UTF-8. All positions refer to it.
  std::string_view text() const { return text_; }

  // Returns the part of text() from which Next read the last document or problem: a JSON value, or the lines between
  // two lines of `---`. json() returns whether the part was read as JSON.
  std::string_view source() const { return source_; }
  bool json() const { return source_is_json_; }

 private:
  std::optional<std::variant<Document, Problem>> NextJson();
  std::optional<std::variant<Document, Problem>> NextYaml();
  std::optional<std::variant<Document, Problem>> ReadConverted();
  std::optional<std::variant<Document, Problem>> ReadChunk(std::size_t end);
  // Returns whether the offset is directly after the byte order mark. kubectl does not treat `---` there as a
  // separator, because its line begins with the mark.
  bool IsAfterByteOrderMark() const { return offset_ > 0 && source_.data() == nullptr; }

  const bool utf32_;
  const std::optional<std::string> converted_;  // the text in UTF-8, if it was in UTF-16 or UTF-32
  const std::string_view text_;
  Cursor cursor_;
  std::size_t offset_ = 0;
  std::uint32_t line_ = 0;  // number of the line of offset_, from 0; not updated for JSON
  std::size_t json_values_ = 0;
  bool begun_by_dashes_ = false;  // a line of `---` has begun the current document
  const bool readable_utf16_;     // kubectl can read the text if it is UTF-16
  bool is_json_;
  const TrailingText trailing_text_;
  std::string_view source_;
  bool source_is_json_ = false;
};

// Reads the first document of a YAML text in UTF-8. An empty text is null. Like Go, ReadYaml ignores text after the
// document, and sets Document::ignored_at to its position. `first_line`: number of lines that precede the text in its
// file.
std::variant<Document, Problem> ReadYaml(std::string_view text, std::uint32_t first_line = 0);

// Returns the Problem that kubectl ignores text after the document; nullopt if Document::ignored_at is not set.
std::optional<Problem> IgnoredText(const Document& document);

}  // namespace structural::document
