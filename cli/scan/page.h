// The parts of the page of -o html that do not change: made from the files of page/.
#pragma once

#include <string_view>

namespace structural::scan {

extern const std::string_view kPageStyle;     // page.css
extern const std::string_view kPageScript;    // page.js
extern const std::string_view kPageControls;  // controls.html: title, totals, filter, search

}  // namespace structural::scan
