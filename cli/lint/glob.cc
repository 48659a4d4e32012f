#include "cli/lint/glob.h"

#include <string>

#include <fnmatch.h>

namespace structural::lint {
namespace {

// The first part, which is taken off.
std::string_view TakePart(std::string_view& path) {
  const std::string_view part = path.substr(0, path.find('/'));
  path.remove_prefix(part.size() == path.size() ? part.size() : part.size() + 1);
  return part;
}

bool PartMatches(std::string_view glob, std::string_view part) {
  return fnmatch(std::string(glob).c_str(), std::string(part).c_str(), 0) == 0;
}

}  // namespace

bool GlobMatches(std::string_view glob, std::string_view path) {
  while (!glob.empty()) {
    const std::string_view part = TakePart(glob);
    if (part == "**") {
      if (glob.empty()) return !path.empty();
      for (;; TakePart(path)) {
        if (GlobMatches(glob, path)) return true;
        if (path.empty()) return false;
      }
    }
    if (path.empty() || !PartMatches(part, TakePart(path))) return false;
  }
  return path.empty();
}

bool GlobMatchesPathOrName(std::string_view glob, std::string_view path) {
  if (glob.find('/') != std::string_view::npos) return GlobMatches(glob, path);
  const auto slash = path.rfind('/');
  return PartMatches(glob, slash == std::string_view::npos ? path : path.substr(slash + 1));
}

}  // namespace structural::lint
