// IgnoreFile: the patterns of one .gitignore.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace structural::cli {

// Immutable after parsing; safe to read from several threads.
//
// Upstream: gitignore(5), Pattern Format.
class IgnoreFile {
 public:
  explicit IgnoreFile(std::string_view text);

  // Of the last pattern that fits a path below the file's folder: ignored or, with `!`, not.
  // nullopt: none fits.
  std::optional<bool> Ignores(std::string_view path, bool folder) const;

 private:
  struct Pattern {
    std::string glob;
    bool negated = false;
    bool folders_only = false;
    bool anchored = false;  // fits the whole path, not only its last part
  };

  std::vector<Pattern> patterns_;
};

// Globs as .gitignore writes them.
// Whether the whole path, parts cut by slashes, fits: `*`, `?` and `[…]` within a part, `**` for
// any number of parts. Time: at most the parts of the glob times those of the path, and within a
// part the same for its characters.
bool GlobMatches(std::string_view glob, std::string_view path);

// A glob without a slash fits the path's last part, any other the whole of it.
bool GlobMatchesPathOrName(std::string_view glob, std::string_view path);

}  // namespace structural::cli
