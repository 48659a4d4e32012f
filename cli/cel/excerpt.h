// An expression with a mark below a place in it.
#pragma once

#include <string>
#include <string_view>

#include "schema/cel/issues.h"

namespace structural::cli {

//     2 | a + b
//       |   ^
// A part of a line that is long. Empty where the place is not in the text. What is not printable is
// replaced. `colors`: for a terminal.
std::string Excerpt(std::string_view expression, cel::Location at, bool colors);

// error: MESSAGE, and the excerpt.
std::string ErrorText(std::string_view message, std::string_view expression, cel::Location at,
                      bool colors);

}  // namespace structural::cli
