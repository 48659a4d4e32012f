// The constant parts of HTML pages. They are compiled in from files in the folder page/.
#pragma once

#include <string_view>

namespace structural::tree {

extern const std::string_view kCommonCss;  // for all HTML pages: colors and trees of schemas
extern const std::string_view kTreeCss;    // for the page of `structural tree`
extern const std::string_view kTreeJs;
extern const std::string_view kControlsHtml;

}  // namespace structural::tree
