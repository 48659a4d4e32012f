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

  // Returns whether the file ignores a path, which is relative to the folder of the file: true if the last pattern that
  // matches the path ignores it; false if this pattern begins with `!`, which includes the path again; nullopt if no
  // pattern matches. `folder`: the path is a folder.
  std::optional<bool> Ignores(std::string_view path, bool folder) const;

 private:
  struct Pattern {
    std::string glob;
    bool negated = false;
    bool folders_only = false;
    bool anchored = false;  // true: the glob is compared with the whole path; false: with its last part
  };

  std::vector<Pattern> patterns_;
};

// Returns whether a glob in the syntax of .gitignore matches the whole path. `*`, `?` and `[…]` match characters except
// slashes; `**` matches any number of parts of the path, which slashes separate. Time: at most the product of the sizes
// of glob and path.
bool GlobMatches(std::string_view glob, std::string_view path);

// Returns whether the glob matches the path or, if the glob has no slash, the last part of the path.
bool GlobMatchesPathOrName(std::string_view glob, std::string_view path);

}  // namespace structural::cli
