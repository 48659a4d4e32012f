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

  // Returns true if the last matching pattern ignores a path below the file's folder, and false if
  // that pattern begins with `!`, which includes the path again. nullopt: no pattern matches.
  std::optional<bool> Ignores(std::string_view path, bool folder) const;

 private:
  struct Pattern {
    std::string glob;
    bool negated = false;
    bool folders_only = false;
    bool anchored = false;  // must match the whole path, not only its last part
  };

  std::vector<Pattern> patterns_;
};

// Globs in the syntax of .gitignore.
// Returns whether the glob matches the whole path: `*`, `?` and `[…]` match within a part between
// slashes, `**` any number of parts. Time: at most the parts of the glob times those of the path,
// and within a part the same for characters.
bool GlobMatches(std::string_view glob, std::string_view path);

// Returns whether a glob without a slash matches the path's last part, or another glob the whole path.
bool GlobMatchesPathOrName(std::string_view glob, std::string_view path);

}  // namespace structural::cli
