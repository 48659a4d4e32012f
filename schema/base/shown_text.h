// Text of others, as names, paths and answers, where people read it: in logs, on terminals and in
// messages.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace structural::base {

// The text in one line: what Go calls not printable is escaped as Quote does, \n or \x1b or \u202e,
// so that it can neither end a line nor move a cursor nor turn the direction of its text. Quotes
// and backslashes stay.
std::string EscapeUnprintable(std::string_view text);

// Control characters, separators of lines and paragraphs, and what turns the direction of the text
// around it: what a page or a comment in code must not have of others, either.
bool MovesText(char32_t rune);

// The text, or its first `most` bytes at most, cut between two code points, and how much is left
// out: "spec.ver… (20 more bytes)".
std::string Shorten(std::string_view text, std::size_t most);

}  // namespace structural::base
