// Writing values that are new, in a document's style.
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

// The text of what is moved or copied, for its new place.

// A value outside of brackets: what stands behind the colon or dash, and the lines below, the last
// one without its end. One of both may be empty.
struct Written {
  std::string head;
  std::string below;
};

// Of the member at the end of the way: what stands behind its colon, the comments behind it and in
// it included, for a member whose key is in that column. What it says there may be something else,
// as where it has aliases. nullopt: its text cannot stand elsewhere, as it is within brackets.
std::optional<Written> MovedText(const Source& source, std::span<const std::string> home,
                                 std::size_t column);

// The member at the end of the way. nullptr: none that has lines of its own.
const SourceEntry* MovedEntry(const Source& source, std::span<const std::string> home);

// Of the same member: the lines of comments right above its key, as deep as it, for a key in that
// column; with their ends. Often empty.
std::string CommentsAbove(const Source& source, std::span<const std::string> home,
                          std::size_t column);

// Where these lines begin, or that of the entry.
std::size_t BeginWithComments(std::string_view text, const SourceEntry& entry);

// Behind the lines of an entry, and of the comments below it that are indented deeper than its
// collection.
std::size_t BehindEntry(std::string_view text, const SourceEntry& entry, std::size_t column);

// Whose value it is.
enum class Owner : char { kDocument, kMember, kElement };

// What a scalar in place of another one keeps of it.
struct OldScalar {
  std::optional<Quotes> quotes;
  bool literal = false;
};

class ValueWriter {
 public:
  // What is moved or copied comes from the source.
  ValueWriter(const Style& style, const Source& source) : style_(style), source_(source) {}

  // `column`: of the owner's key or dash.
  Written Block(const Value& value, Owner owner, std::size_t column,
                const OldScalar& old = {}) const;
  // A whole member or element in lines, the first one without its indentation, the last one without
  // its end.
  std::string Member(std::string_view key, Quotes quotes, const Value& value,
                     std::size_t column) const;
  std::string Element(const Value& value, std::size_t column) const;
  // What stands behind the colon or dash, spaces and line ends included.
  std::string Behind(const Written& value) const;

  // Within brackets: in lines that are as deep as `line`, or nullopt: in one line.
  std::string Flow(const Value& value, const std::optional<std::string>& line,
                   const OldScalar& old = {}) const;
  // With the colon of the document's style.
  std::string FlowKey(std::string_view key, Quotes quotes) const;

 private:
  Written Collection(const Value& value, Owner owner, std::size_t column) const;
  std::string Scalar(const Value& value, const OldScalar& old, bool flow) const;

  const Style& style_;
  const Source& source_;
};

}  // namespace structural::document
