// Functions for texts that people read: line breaks, width and colors on a terminal, suggestions, numbers with nouns.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace structural::cli {

// Maximum width of wrapped lines, in columns.
inline constexpr std::size_t kMaxLineColumns = 100;

// Returns the text broken at spaces into lines of at most kMaxLineColumns, with `indent` before each line. Ends with a
// newline.
std::string Wrapped(std::string_view text, std::string_view indent);

// Returns the text with `indent` before each line that is not empty.
std::string Indented(std::string_view text, std::string_view indent);

// Replaces control characters by spaces. Replaces line separators, characters that change the direction of text, and
// invalid UTF-8 by U+FFFD. The number of code points stays the same.
std::string Printable(std::string_view text);

// Returns the number of columns on a terminal of the first `runes` code points of a printable text. A wide code point
// has two columns; a combining one has none. Safe to call from several threads.
std::size_t WidthOf(std::string_view printable, std::size_t runes);

// Returns the word of `known` that becomes `word` by the fewest changed, inserted or deleted letters. Empty if no word
// is similar enough for its length. Only the first 2,000 words of `known` are compared.
std::string_view MostSimilar(std::string_view word, std::span<const std::string_view> known);

// Returns the suggestion `meant` as the end of a message: "; did you mean "paths"?". Empty if `meant` is empty.
std::string DidYouMean(std::string_view meant);

// Returns a number and its noun, whose plural ends in s: "1 object", "2 objects".
std::string CountOf(std::size_t number, std::string_view noun);

// Returns the parts as an enumeration: "a", "a and b", "a, b and c".
std::string JoinWithAnd(const std::vector<std::string>& parts);

// Codes of text styles on terminals: parameters of the control sequence SGR (ECMA-48).
namespace style {
inline constexpr std::string_view kBold = "1", kDim = "2", kRed = "31", kGreen = "32", kYellow = "33", kCyan = "36",
                                  kBoldRed = "1;31", kBoldGreen = "1;32", kBoldYellow = "1;33";
}  // namespace style

// Returns the text in the style of the code. If `colors` is false, or the text or the code is empty, returns the text
// unchanged.
inline std::string Styled(std::string_view code, std::string_view text, bool colors) {
  if (!colors || code.empty() || text.empty()) return std::string(text);
  return std::string("\033[").append(code).append("m").append(text).append("\033[0m");
}

}  // namespace structural::cli
