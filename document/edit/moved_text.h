// The text of what is moved or copied, for its new place.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "document/edit/source.h"

namespace structural::document {

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

}  // namespace structural::document
