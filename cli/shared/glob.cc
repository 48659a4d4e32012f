#include "cli/shared/glob.h"

#include <optional>
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
  if (glob.empty()) return part.empty();
  const char first = glob.front();
  const bool literal = first != '*' && first != '?' && first != '[' && first != '\\';
  if (literal && !part.starts_with(first)) return false;
  return fnmatch(std::string(glob).c_str(), std::string(part).c_str(), 0) == 0;
}

// What is left of both.
struct Attempt {
  std::string_view glob;
  std::string_view path;
};

}  // namespace

// Each part but `**` takes one part of the path, so only the last `**` ever has to take another
// one: what those before it take is as short as can be.
bool GlobMatches(std::string_view glob, std::string_view path) {
  std::optional<Attempt> again;  // from behind the last `**`
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

}  // namespace structural::lint
