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

  // Returns true if the last matching pattern ignores a path below the file's folder. Returns false if the last
  // matching pattern begins with `!`, so that the path is included again. Returns nullopt if no pattern matches.
  std::optional<bool> Ignores(std::string_view path, bool folder) const;

 private:
  struct Pattern {
    std::string glob;
    bool negated = false;
    bool folders_only = false;
    bool anchored = false;  // true: must match the whole path; false: only its last part
  };

  std::vector<Pattern> patterns_;
};

// Matches globs in the syntax of .gitignore. Returns whether the glob matches the whole path. `*`, `?` and `[…]` match
// within a part between slashes; `**` matches any number of parts. Time: at most the product of the numbers of parts in
// glob and path; within a part, at most the product of the numbers of characters.
bool GlobMatches(std::string_view glob, std::string_view path);

// Returns whether the glob matches. A glob without a slash is compared with the path's last part, any other glob with
// the whole path.
bool GlobMatchesPathOrName(std::string_view glob, std::string_view path);

}  // namespace structural::cli
