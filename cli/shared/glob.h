// Globs as .gitignore writes them.
#pragma once

#include <string_view>

namespace structural::lint {

// Whether the whole path, parts cut by slashes, fits: `*`, `?` and `[…]` within a part, `**` for
// any number of parts. Time: at most the parts of the glob times those of the path, and within a
// part the same for its characters.
bool GlobMatches(std::string_view glob, std::string_view path);

// A glob without a slash fits the path's last part, any other the whole of it.
bool GlobMatchesPathOrName(std::string_view glob, std::string_view path);

}  // namespace structural::lint
