// The constant parts of HTML pages. Their source files are in the folder page/.
#pragma once

#include <string_view>

namespace structural::tree {

extern const std::string_view kCommonCss;  // for every page: colors, and schema trees
extern const std::string_view kTreeCss;    // for the page of `structural tree`
extern const std::string_view kTreeJs;
extern const std::string_view kControlsHtml;

}  // namespace structural::tree
