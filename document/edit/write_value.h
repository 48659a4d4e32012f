// Writing new values in a document's style.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "document/edit/source.h"
#include "document/edit/style.h"
#include "document/edit/value.h"

namespace structural::document {

// The text of a value in block style: the rest of the line after the colon or dash, and the lines below it, without the
// last line break. Either part can be empty.
struct WrittenValue {
  std::string head;
  std::string below;
};

// Returns the text and comments after the colon of the member at the path `old_path`, indented for a key in the column
// `column`. Does not check that an alias in the text has the same value at the new place. Returns nullopt if the member
// is within brackets, because such text cannot be moved.
std::optional<WrittenValue> MovedText(const Source& source, std::span<const std::string> old_path, std::size_t column);

// Returns the member at the path `old_path`; nullptr if it is within brackets or comes from an alias or a merge.
const SourceEntry* MovedEntry(const Source& source, std::span<const std::string> old_path);

// Returns the comment lines directly above the key of the member at the path `old_path`, with their line breaks,
// indented by `column` spaces. Returns only comments that have the same indentation as the key.
std::string CommentsAbove(const Source& source, std::span<const std::string> old_path, std::size_t column);

// Returns the start of the comment lines directly above the entry; the start of the entry's line if it has none. Only
// comments with the same indentation as the entry belong to it.
std::size_t BeginWithComments(std::string_view text, const SourceEntry& entry);

// Returns the end of an entry's lines. Comment lines below the entry belong to it if they are indented by more than
// `column`, the column of its collection.
std::size_t EndOfEntry(std::string_view text, const SourceEntry& entry, std::size_t column);

// The role of a value: it is the whole document, the value of a member, or an element of a list.
enum class ValueRole : char { kDocument, kMember, kElement };

// The formatting of a replaced scalar, which the new scalar in its place keeps.
struct ScalarFormat {
  std::optional<Quotes> quotes;  // nullopt: the replaced value is not a scalar, or is a block scalar
  bool is_block_scalar = false;
};

// Writes values as YAML or JSON in the style of a document. Refers to its arguments, which must outlive it.
class ValueWriter {
 public:
  // `source` is the document before the edits, which has the text of moved and copied values.
  ValueWriter(const Style& style, const Source& source) : style_(style), source_(source) {}

  // Returns the value in block style. `column` is the column of the key or dash before the value.
  WrittenValue Block(const Value& value, ValueRole role, std::size_t column, const ScalarFormat& old = {}) const;
  // Member returns a whole member as lines, and Element a whole element. The first line has no indentation, and the
  // last one no line break.
  std::string Member(std::string_view key, Quotes quotes, const Value& value, std::size_t column) const;
  std::string Element(const Value& value, std::size_t column) const;
  // Returns the value as it follows the colon or dash, including spaces and line breaks.
  std::string TextAfterIndicator(const WrittenValue& value) const;

  // Returns the value in flow style: objects and lists are in brackets. `line` is the indentation of the line on which
  // the value begins; nullopt: everything is on one line.
  std::string Flow(const Value& value, const std::optional<std::string>& line, const ScalarFormat& old = {}) const;
  // Returns the key with the colon of the document's style.
  std::string FlowKey(std::string_view key, Quotes quotes) const;

 private:
  WrittenValue Collection(const Value& value, ValueRole role, std::size_t column) const;
  std::string Scalar(const Value& value, const ScalarFormat& old, bool flow) const;

  const Style& style_;
  const Source& source_;
};

}  // namespace structural::document
