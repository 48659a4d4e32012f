// IgnoreFile: the patterns of one .gitignore.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace structural::lint {

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

}  // namespace structural::lint
