#include "cli/shared/ignore_file.h"

#include <algorithm>

#include "cli/shared/glob.h"

namespace structural::lint {
namespace {

// Spaces at the end do not count unless a backslash holds the last one.
std::string_view TrimEnd(std::string_view line) {
  while (line.ends_with('\r') || (line.ends_with(' ') && !line.ends_with("\\ "))) {
    line.remove_suffix(1);
  }
  return line;
}

}  // namespace

IgnoreFile::IgnoreFile(std::string_view text) {
  while (!text.empty()) {
    std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    line = TrimEnd(line);
    if (line.empty() || line.front() == '#') continue;
    Pattern pattern;
    if (line.front() == '!') {
      pattern.negated = true;
      line.remove_prefix(1);
    }
    if (line.ends_with('/')) {
      pattern.folders_only = true;
      line.remove_suffix(1);
    }
    pattern.anchored = line.find('/') != std::string_view::npos;
    if (line.starts_with('/')) line.remove_prefix(1);
    if (line.empty()) continue;
    pattern.glob = line;
    patterns_.push_back(std::move(pattern));
  }
}

std::optional<bool> IgnoreFile::Ignores(std::string_view path, bool folder) const {
  const auto fits = [&](const Pattern& pattern) {
    if (pattern.folders_only && !folder) return false;
    return pattern.anchored ? GlobMatches(pattern.glob, path)
                            : GlobMatchesPathOrName(pattern.glob, path);
  };
  const auto last = std::find_if(patterns_.rbegin(), patterns_.rend(), fits);
  if (last == patterns_.rend()) return std::nullopt;
  return !last->negated;
}

}  // namespace structural::lint
