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

// A block value, that is, not in brackets: the text after the colon or dash, and the lines below it, without the last
// line break. Either can be empty.
struct WrittenValue {
  std::string head;
  std::string below;
};

// Returns the text after the colon of the member at the path `home`, with its comments, for a key
// in the column `column`. Aliases in the text can have another value at the new place. Returns
// nullopt for text within brackets, which cannot be moved.
std::optional<WrittenValue> MovedText(const Source& source, std::span<const std::string> old_path, std::size_t column);

// Returns the member at the path `home`; nullptr if it does not have its own lines.
const SourceEntry* MovedEntry(const Source& source, std::span<const std::string> old_path);

// Returns the comment lines directly above the key of the member at the path `home`, with their line breaks, indented
// by `column` spaces. Returns only comments that have the same indentation as the key; often empty.
std::string CommentsAbove(const Source& source, std::span<const std::string> old_path, std::size_t column);

// Returns the start of the comments right above the entry; without comments, of the entry's line.
std::size_t BeginWithComments(std::string_view text, const SourceEntry& entry);

// Returns the end of the lines of an entry, and of the comments below it that are indented deeper
// than its collection.
std::size_t EndOfEntry(std::string_view text, const SourceEntry& entry, std::size_t column);

// The part of the document whose value is written.
enum class Owner : char { kDocument, kMember, kElement };

// The formatting of a replaced scalar that its new value keeps.
struct ScalarFormat {
  std::optional<Quotes> quotes;
  bool literal = false;
};

class ValueWriter {
 public:
  // `source` has the text of moved and copied values.
  ValueWriter(const Style& style, const Source& source) : style_(style), source_(source) {}

  // Returns the value in block style. `column` is the column of the owner's key or dash.
  WrittenValue Block(const Value& value, Owner owner, std::size_t column, const ScalarFormat& old = {}) const;
  // Return a whole member or element as lines, without the indentation of the first one and the
  // last line break.
  std::string Member(std::string_view key, Quotes quotes, const Value& value, std::size_t column) const;
  std::string Element(const Value& value, std::size_t column) const;
  // Returns the text after the colon or dash, including spaces and line breaks.
  std::string TextAfterIndicator(const WrittenValue& value) const;

  // Returns the value within brackets: as lines with the indentation of `line`, or, for nullopt, on
  // one line.
  std::string Flow(const Value& value, const std::optional<std::string>& line, const ScalarFormat& old = {}) const;
  // Returns the key with the colon of the document's style.
  std::string FlowKey(std::string_view key, Quotes quotes) const;

 private:
  WrittenValue Collection(const Value& value, Owner owner, std::size_t column) const;
  std::string Scalar(const Value& value, const ScalarFormat& old, bool flow) const;

  const Style& style_;
  const Source& source_;
};

}  // namespace structural::document
