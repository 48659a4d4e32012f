// Excerpts of an expression with a mark below one place.
#pragma once

#include <string>
#include <string_view>

#include "schema/cel/issues.h"

namespace structural::cli {

// Returns the line at the place, or a part of a long one, with a mark:
//
//     2 | a + b
//       |   ^
//
// Empty if the place is not in the text. Replaces unprintable characters. `colors`: for a terminal.
std::string Excerpt(std::string_view expression, cel::Location at, bool colors);

// Returns "error: MESSAGE" and the excerpt.
std::string ErrorText(std::string_view message, std::string_view expression, cel::Location at, bool colors);

}  // namespace structural::cli
