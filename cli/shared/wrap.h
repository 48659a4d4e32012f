// Text for a terminal's width.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace structural::cli {

inline constexpr std::size_t kWidth = 100;

// Lines cut at spaces, with an indent; ends with a newline.
std::string Wrapped(std::string_view text, std::string_view indent);

// The lines of a text, with an indent where they are not empty.
std::string Indented(std::string_view text, std::string_view indent);

// What would move the cursor, or the terminal, is a space, and U+FFFD what separates lines or turns
// the direction of text, or is no UTF-8: as many code points as there were.
std::string Printable(std::string_view text);

// Columns of a terminal that so many code points at the beginning of a printable text take: two for
// what is wide, none for what stands above or below another. Safe to call from several threads.
std::size_t WidthOf(std::string_view printable, std::size_t runes);

// The one of `known` that takes the fewest letters to change into, add to or leave out of `word`,
// if these are few for its length. Empty: none is near.
std::string_view MostSimilar(std::string_view word, std::span<const std::string_view> known);

// "a", "a and b", "a, b and c".
std::string InWords(const std::vector<std::string>& parts);

}  // namespace structural::cli
