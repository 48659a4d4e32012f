// Text without quotes that all readers of YAML 1.1 and 1.2 read as the same string.
#pragma once

#include <string_view>

namespace structural::document {

// Returns whether every reader accepts the character unescaped and reads it as this character. A line separator is a line
// break for readers of YAML 1.1. `tab`: a tab is safe.
bool IsSafe(char32_t rune, bool tab);

// Returns whether a text has only safe characters, tabs and line feeds.
bool HasOnlySafe(std::string_view text);

// Returns whether every reader reads a scalar without quotes as this string, and not as a number, a time or a word such as
// yes. The text may need quotes for its characters.
bool ReadsAsString(std::string_view text);

}  // namespace structural::document
