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

#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "document/document.h"
#include "document/json_document.h"
#include "document/problem.h"

namespace structural::document {

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

}  // namespace structural::document
