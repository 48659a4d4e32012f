// Reader: the documents of a file, as kubectl would read them from it.
//
//   Reader reader(text);
//   while (auto next = reader.Next()) {
//     if (const auto* problem = std::get_if<Problem>(&*next)) …
//   }
//
// A text that begins with a brace is a series of JSON values, as long as it has the form of JSON;
// any other is YAML, which lines of `---` cut into documents. A document that cannot be read is a
// Problem, and the next one is tried: kubectl stops there, a linter has more to tell.
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

// ReadJson: the JSON value that a text begins with.

// A place in a text that is walked through once, from the front to the back.
class Cursor {
 public:
  explicit Cursor(std::string_view text) : text_(text) {}

  // Precondition: `offset` is not before the last one.
  Position At(std::size_t offset);

 private:
  std::string_view text_;
  std::size_t offset_ = 0;
  Position position_{1, 1};
};

// The value from `*offset` on, which is then behind it; where there is no JSON it stays. Strict
// JSON, as Go's encoding/json has it; numbers are written as Go writes them again, but -0.0 as it
// is. JSON with a number out of range is a Problem. Positions are told by `cursor`, which is over
// the same text.
//
// Upstream: apimachinery pkg/util/yaml/decoder.go YAMLOrJSONDecoder (v0.37.2), pkg/util/json
// Unmarshal.
std::variant<Document, Problem> ReadJson(std::string_view text, std::size_t* offset,
                                         Cursor& cursor);

class Reader {
 public:
  explicit Reader(std::string_view text);

  // nullopt at the end. An empty YAML document, which kubectl passes over, is null.
  std::optional<std::variant<Document, Problem>> Next();

  // The text in UTF-8, that positions count in.
  std::string_view text() const { return text_; }

  // After Next: what the document or problem was read from, a part of text(): a JSON value, or the
  // lines between those of `---`. And which of both it is.
  std::string_view source() const { return source_; }
  bool json() const { return source_is_json_; }

 private:
  std::optional<std::variant<Document, Problem>> NextJson();
  std::optional<std::variant<Document, Problem>> NextYaml();
  std::optional<std::variant<Document, Problem>> ReadUtf16();
  std::optional<std::variant<Document, Problem>> ReadChunk(std::size_t end);
  // Just behind the byte order mark: what stands here begins no line.
  bool BehindMark() const { return offset_ > 0 && source_.data() == nullptr; }

  const std::optional<std::string> converted_;
  const std::string_view text_;
  Cursor cursor_;
  std::size_t offset_ = 0;
  std::uint32_t line_ = 0;  // of offset_, from 0, for YAML
  std::size_t json_values_ = 0;
  bool dashes_ = false;  // the document has begun, with a line of `---`
  const bool cut_;  // the text does not end with the byte of a line feed
  bool json_;
  std::string_view source_;
  bool source_is_json_ = false;
};

// ReadYaml: the first document of a YAML text.
// As Go, it looks at the first document of `text` only, and takes an empty text for null.
// `first_line`: how many lines stand before the text in its file. The text is UTF-8.
std::variant<Document, Problem> ReadYaml(std::string_view text, std::uint32_t first_line = 0);

}  // namespace structural::document
