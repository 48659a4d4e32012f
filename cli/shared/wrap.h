// Text on a terminal: its width, its colors, and words in messages.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace structural::cli {

inline constexpr std::size_t kWidth = 100;

// Wraps a text at spaces, with `indent` before each line. The result ends with a newline.
std::string Wrapped(std::string_view text, std::string_view indent);

// Indents the lines of a text that are not empty.
std::string Indented(std::string_view text, std::string_view indent);

// Replaces control characters by spaces, and line separators, characters that change the text's
// direction and invalid UTF-8 by U+FFFD. The number of code points stays the same.
std::string Printable(std::string_view text);

// Returns the number of terminal columns of the first `runes` code points of a printable text: a
// wide code point has two columns, a combining one has none. Safe to call from several threads.
std::size_t WidthOf(std::string_view printable, std::size_t runes);

// Returns the word of `known` that needs the fewest changed, inserted or deleted letters to become `word`. Empty if
// every word needs too many for its length. Compares with the first 2,000 words of `known`.
std::string_view MostSimilar(std::string_view word, std::span<const std::string_view> known);

// Returns "; did you mean "paths"?" for the suggestion `meant`; empty if `meant` is empty.
std::string DidYouMean(std::string_view meant);

// Returns "1 object", "2 objects": a number and its noun, whose plural ends in s.
std::string CountOf(std::size_t number, std::string_view noun);

// Returns "a", "a and b", "a, b and c".
std::string JoinWithAnd(const std::vector<std::string>& parts);

// Codes of text styles in terminals: parameters of the control sequence SGR (ECMA-48).
namespace style {
inline constexpr std::string_view kBold = "1", kDim = "2", kRed = "31", kGreen = "32", kYellow = "33", kCyan = "36",
                                  kBoldRed = "1;31", kBoldGreen = "1;32", kBoldYellow = "1;33";
}  // namespace style

// If `colors` is true, returns the text in the style of the code. If `colors` is false, or the text or the code is
// empty, returns the text unchanged.
inline std::string Styled(std::string_view code, std::string_view text, bool colors) {
  if (!colors || code.empty() || text.empty()) return std::string(text);
  return std::string("\033[").append(code).append("m").append(text).append("\033[0m");
}

}  // namespace structural::cli
