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

// Behind the lines of an entry, and of the comments below it that are indented deeper than its
// collection.
std::size_t BehindEntry(std::string_view text, const SourceEntry& entry, std::size_t column);

}  // namespace structural::document
