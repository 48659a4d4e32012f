// Globs as .gitignore writes them.
#pragma once

#include <string_view>

namespace structural::lint {

// Whether the whole path, parts cut by slashes, fits: `*`, `?` and `[…]` within a part, `**` for
// any number of parts.
bool GlobMatches(std::string_view glob, std::string_view path);

// A glob without a slash fits the path's last part, any other the whole of it.
bool GlobMatchesPathOrName(std::string_view glob, std::string_view path);

}  // namespace structural::lint
