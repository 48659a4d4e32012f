#include "cli/shared/ignore_file.h"

#include <algorithm>

#include <fnmatch.h>

namespace structural::cli {
namespace {

// Returns the line without the spaces at its end, except a space after a backslash.
std::string_view TrimEnd(std::string_view line) {
  while (line.ends_with('\r') || (line.ends_with(' ') && !line.ends_with("\\ "))) {
    line.remove_suffix(1);
  }
  return line;
}

// Removes the first part of the path, up to a slash, and returns the part.
std::string_view TakePart(std::string_view& path) {
  const std::string_view part = path.substr(0, path.find('/'));
  path.remove_prefix(part.size() == path.size() ? part.size() : part.size() + 1);
  return part;
}

bool PartMatches(std::string_view glob, std::string_view part) {
  if (glob.empty()) return part.empty();
  const char first = glob.front();
  const bool literal = first != '*' && first != '?' && first != '[' && first != '\\';
  if (literal && !part.starts_with(first)) return false;
  return fnmatch(std::string(glob).c_str(), std::string(part).c_str(), 0) == 0;
}

// The rests of the glob and of the path that must match each other.
struct Attempt {
  std::string_view glob;
  std::string_view path;
};

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
    return pattern.anchored ? GlobMatches(pattern.glob, path) : GlobMatchesPathOrName(pattern.glob, path);
  };
  const auto last = std::find_if(patterns_.rbegin(), patterns_.rend(), fits);
  if (last == patterns_.rend()) return std::nullopt;
  return !last->negated;
}

// A part of the glob other than `**` matches exactly one part of the path. So after a failure, it is enough to let the
// last `**` match one more part; earlier `**` match as few parts as possible.
bool GlobMatches(std::string_view glob, std::string_view path) {
  std::optional<Attempt> again;  // where to continue after a failure: the parts of glob and path after the last `**`
  for (;;) {
    if (glob.empty() && path.empty()) return true;
    std::string_view behind = glob;
    if (!glob.empty() && TakePart(behind) == "**") {
      if (behind.empty()) return !path.empty();
      glob = behind;
      again = {glob, path};
      continue;
    }
    if (!path.empty() && !glob.empty() && PartMatches(TakePart(glob), TakePart(path))) continue;
    if (!again || again->path.empty()) return false;
    TakePart(again->path);
    glob = again->glob;
    path = again->path;
  }
}

bool GlobMatchesPathOrName(std::string_view glob, std::string_view path) {
  if (glob.find('/') != std::string_view::npos) return GlobMatches(glob, path);
  const auto slash = path.rfind('/');
  return PartMatches(glob, slash == std::string_view::npos ? path : path.substr(slash + 1));
}

}  // namespace structural::cli
