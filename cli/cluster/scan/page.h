// The constant parts of the HTML page that `structural scan -o html` prints. Their source files are in the folder
// page/.
#pragma once

#include <string_view>

namespace structural::scan {

extern const std::string_view kPageCss;
extern const std::string_view kPageJs;
extern const std::string_view kControlsHtml;  // title, totals, filter, search

}  // namespace structural::scan
