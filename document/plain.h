// Checks which strings all readers of YAML 1.1 and 1.2 read correctly without quotes or escapes.
#pragma once

#include <string_view>

namespace structural::document {

// Returns whether every reader of YAML reads the unescaped character as this character. For example, U+2028 is not
// safe, because it is a line break in YAML 1.1. `tab`: whether a tab is safe.
bool IsSafeUnescaped(char32_t rune, bool tab);

// Returns whether all characters of the text are safe unescaped, or tabs, or line feeds.
bool HasOnlySafeCharacters(std::string_view text);

// Returns whether every reader of YAML reads the text, without quotes, as a string: not as a number, a time or a word
// such as yes. Does not check whether characters of the text require quotes.
bool ReadsAsString(std::string_view text);

}  // namespace structural::document
