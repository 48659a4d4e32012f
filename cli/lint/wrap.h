// Text for a terminal's width.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace structural::lint {

inline constexpr std::size_t kWidth = 100;

// Lines cut at spaces, with an indent; ends with a newline.
std::string Wrapped(std::string_view text, std::string_view indent);

// The lines of a text, with an indent where they are not empty.
std::string Indented(std::string_view text, std::string_view indent);

// What would move the cursor, or the terminal, is a space.
std::string Printable(std::string_view text);

}  // namespace structural::lint
