// Descriptions as the lines of a comment.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace structural::generate {

// Without slashes.
using Lines = std::vector<std::string>;

// Without empty lines at both ends, and one in the place of several; without spaces at their ends,
// and without what may not stand in a comment.
Lines LinesOf(std::string_view text);

// Each as "// LINE".
void AppendComment(const Lines& lines, std::string_view indent, std::string& to);

}  // namespace structural::generate
