#include "cli/lint/files.h"

#include <algorithm>
#include <fstream>
#include <iterator>

#include "cli/lint/glob.h"

namespace structural::lint {

namespace fs = std::filesystem;

namespace {

bool IsHidden(const fs::path& path) {
  const std::string name = path.filename().string();
  return name.size() > 1 && name[0] == '.' && name != "..";
}

// The path below a folder, or nothing where it is not below it.
std::string Below(const fs::path& folder, const fs::path& path) {
  const fs::path relative = path.lexically_proximate(folder);
  return relative.empty() || *relative.begin() == ".." ? std::string() : relative.generic_string();
}

// As messages show it.
std::string Shown(const fs::path& path) { return path.lexically_normal().string(); }

// One of them fits the path below the folder that was named, or all of it.
bool AnyFits(const std::vector<std::string>& globs, const fs::path& folder, const fs::path& path) {
  const std::string below = Below(folder, path), shown = Shown(path);
  return std::ranges::any_of(globs, [&](std::string_view glob) {
    while (glob.starts_with("./")) glob.remove_prefix(2);
    return GlobMatchesPathOrName(glob, below) || GlobMatchesPathOrName(glob, shown);
  });
}

}  // namespace

Files::Files(std::vector<std::string> paths, FileFilter filter)
    : paths_(std::move(paths)), filter_(std::move(filter)) {
  std::reverse(paths_.begin(), paths_.end());
}

std::optional<std::string> Files::Next() {
  for (;;) {
    if (auto file = NextInFolders()) return file;
    if (paths_.empty()) return std::nullopt;
    std::string path = std::move(paths_.back());
    paths_.pop_back();
    std::error_code error;
    if (path == "-" || !fs::is_directory(path, error)) return path;
    root_ = path;
    ignores_.clear();
    if (filter_.gitignore) ReadIgnoreFilesAbove(root_);
    Open(root_);
  }
}

std::optional<std::string> Files::NextInFolders() {
  while (!folders_.empty()) {
    Folder& folder = folders_.back();
    if (folder.entries.empty()) {
      ignores_.erase(ignores_.begin() + static_cast<std::ptrdiff_t>(folder.ignore_files),
                     ignores_.end());
      folders_.pop_back();
      continue;
    }
    const Entry entry = std::move(folder.entries.back());
    folder.entries.pop_back();
    if (Ignored(entry)) continue;
    if (!entry.folder) {
      if (Wanted(entry.path)) return Shown(entry.path);
    } else if (!IsHidden(entry.path) && !AnyFits(filter_.exclude, root_, entry.path)) {
      Open(entry.path);
    }
  }
  return std::nullopt;
}

void Files::Open(const fs::path& folder) {
  Folder open{{}, ignores_.size()};
  if (filter_.gitignore) ReadIgnoreFile(folder);
  std::error_code error;
  for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
    std::error_code ignored;
    const bool is_folder = it->is_directory(ignored);
    if (is_folder && it->is_symlink(ignored)) continue;
    if (is_folder || it->is_regular_file(ignored)) open.entries.push_back({it->path(), is_folder});
  }
  if (error) errors_.push_back(folder.string() + ": " + error.message());
  std::ranges::sort(open.entries, std::ranges::greater(), &Entry::path);
  folders_.push_back(std::move(open));
}

void Files::ReadIgnoreFile(const fs::path& folder) {
  std::ifstream in(folder / ".gitignore");
  if (!in) return;
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  ignores_.push_back({fs::absolute(folder).lexically_normal(), IgnoreFile(text)});
}

// From the repository's top down to the folder, without its own.
void Files::ReadIgnoreFilesAbove(const fs::path& folder) {
  std::vector<fs::path> above;
  std::error_code error;
  for (fs::path at = fs::absolute(folder).lexically_normal(); !fs::exists(at / ".git", error);) {
    if (at == at.parent_path()) return;  // no repository
    at = at.parent_path();
    above.push_back(at);
  }
  for (auto it = above.rbegin(); it != above.rend(); ++it) ReadIgnoreFile(*it);
}

bool Files::Ignored(const Entry& entry) const {
  if (ignores_.empty()) return false;
  const fs::path path = fs::absolute(entry.path).lexically_normal();
  for (auto it = ignores_.rbegin(); it != ignores_.rend(); ++it) {
    const std::string below = Below(it->folder, path);
    if (below.empty()) continue;
    if (const auto ignored = it->file.Ignores(below, entry.folder)) return *ignored;
  }
  return false;
}

bool Files::Wanted(const fs::path& file) const {
  return AnyFits(filter_.include, root_, file) && !AnyFits(filter_.exclude, root_, file);
}

}  // namespace structural::lint
