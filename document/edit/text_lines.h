// Steps by lines and over what says nothing, in a text of YAML.
#pragma once

#include <cstddef>
#include <string_view>

namespace structural::document {

inline bool IsBreak(char c) { return c == '\n' || c == '\r'; }
inline bool IsBlank(char c) { return c == ' ' || c == '\t'; }

// Where the line of `at` begins, and where it ends, without its break.
std::size_t LineBegin(std::string_view text, std::size_t at);
std::size_t LineEnd(std::string_view text, std::size_t at);
// Where the line behind begins; the end of the text where there is none.
std::size_t NextLine(std::string_view text, std::size_t at);

// The same place, or before the break that ends there.
std::size_t BeforeBreak(std::string_view text, std::size_t at);

// Over blanks, breaks and comments.
std::size_t SkipSpace(std::string_view text, std::size_t at);

// Whether the part is blanks and breaks only.
bool IsSpace(std::string_view text, std::size_t begin, std::size_t end);
bool HasBreak(std::string_view text, std::size_t begin, std::size_t end);

// The blanks that the line of `at` begins with.
std::string_view IndentOf(std::string_view text, std::size_t at);

}  // namespace structural::document
