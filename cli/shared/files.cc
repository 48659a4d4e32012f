#include "cli/shared/files.h"

#include <algorithm>
#include <set>

#include "cli/shared/git_files.h"
#include "files/archive.h"
#include "files/read_file.h"
#include "schema/base/quote.h"
#include "schema/base/text.h"

namespace structural::cli {

namespace fs = std::filesystem;

namespace {

// Maximum size of a .gitignore in bytes; the largest known ones have about 100 KiB.
constexpr std::size_t kMaxIgnoreBytes = 1 << 20;

bool IsHidden(const fs::path& path) {
  const std::string name = path.filename().string();
  return name.size() > 1 && name[0] == '.' && name != "..";
}

// Returns the path relative to the folder; empty if the path is not below the folder.
std::string Below(const fs::path& folder, const fs::path& path) {
  const fs::path relative = path.lexically_proximate(folder);
  return relative.empty() || *relative.begin() == ".." ? std::string() : relative.generic_string();
}

// Returns the path as messages print it.
std::string Shown(const fs::path& path) { return path.lexically_normal().string(); }

// Returns whether one of the globs matches one of the paths.
bool AnyFits(const std::vector<std::string>& globs, const std::vector<std::string>& paths) {
  return std::ranges::any_of(globs, [&](std::string_view glob) {
    while (glob.starts_with("./")) glob.remove_prefix(2);
    return std::ranges::any_of(paths, [&](const std::string& path) { return GlobMatchesPathOrName(glob, path); });
  });
}

// Returns the forms of a path with which globs are compared: relative to the folder that the user named, as messages
// print it, and relative to `filter.glob_root`.
std::vector<std::string> NamesOf(const FileFilter& filter, const fs::path& root, const fs::path& path) {
  std::vector<std::string> names = {Below(root, path), Shown(path)};
  std::error_code error;
  if (!filter.glob_root.empty()) {
    names.push_back(Below(fs::absolute(filter.glob_root, error).lexically_normal() / "",
                          fs::absolute(path, error).lexically_normal()));
  }
  return names;
}

// Returns whether a glob of `include` matches a file. Ignores the case of the file's extension: A.YAML matches *.yaml.
bool Includes(const FileFilter& filter, const fs::path& root, const fs::path& file) {
  if (AnyFits(filter.include, NamesOf(filter, root, file))) return true;
  const std::string ending = file.extension().string();
  const std::string lower = base::ToLowerAscii(ending);
  return lower != ending && AnyFits(filter.include, NamesOf(filter, root, fs::path(file).replace_extension(lower)));
}

// Maximum number of archives within each other.
constexpr int kMaxArchiveDepth = 8;

// Returns whether the archive is in a folder `charts`, which contains the dependencies of a chart.
bool IsSubchart(const fs::path& archive) { return archive.parent_path().filename() == "charts"; }

// Returns the reason why a glob cannot match any path; empty if it can. `absolute`: whether a path of the command line
// is absolute.
std::string WhyFitsNothing(std::string_view glob, bool absolute) {
  if (glob.ends_with('/')) return "write it without the slash at the end";
  if (glob.starts_with('/') && !absolute) return "write it without the slash at the beginning";
  if (glob.starts_with('!')) return "a glob cannot be negated";
  const auto bracket = glob.rfind('[');
  if (bracket != glob.npos && glob.find(']', bracket + 1) == glob.npos) return "the bracket is not closed";
  const auto brace = glob.find('{');
  const bool braces = brace != glob.npos && glob.find(',', brace) < glob.find('}', brace);
  return braces && glob.find('}', brace) != glob.npos ? "braces are not expanded; use several globs" : "";
}

// Returns whether a file is below the folder "templates" of one of the charts, whose folders are `charts`.
bool IsTemplate(const fs::path& file, const std::set<fs::path>& charts) {
  for (fs::path at = file.parent_path(); at.has_filename(); at = at.parent_path()) {
    if (at.filename() == "templates" && charts.contains(at.parent_path())) return true;
  }
  return false;
}

}  // namespace

bool IncludesPath(const FileFilter& filter, const fs::path& root, const fs::path& below) {
  if (!Includes(filter, root, root / below) || std::ranges::any_of(below.parent_path(), IsHidden)) return false;
  for (fs::path at = below; at.has_relative_path(); at = at.parent_path()) {
    if (AnyFits(filter.exclude, NamesOf(filter, root, root / at))) return false;
  }
  return true;
}

Files::Files(std::vector<std::string> paths, FileFilter filter) : paths_(std::move(paths)), filter_(std::move(filter)) {
  std::reverse(paths_.begin(), paths_.end());
  const bool absolute = std::ranges::any_of(paths_, [](const std::string& path) { return path.starts_with('/'); });
  for (const auto* globs : {&filter_.include, &filter_.exclude}) {
    for (const std::string& glob : *globs) {
      const std::string why = WhyFitsNothing(glob, absolute);
      if (!why.empty()) notes_.push_back("warning: the glob " + base::Quote(glob) + " fits nothing: " + why);
    }
  }
}

std::optional<Input> Files::Next() {
  auto next = NextInPathsAndArchives();
  if (next) next->argument_index = paths_taken_ - 1;
  return next;
}

std::optional<Input> Files::NextInPathsAndArchives() {
  for (;;) {
    if (!unpacked_.empty()) {
      Input file = std::move(unpacked_.front());
      unpacked_.pop_front();
      return file;
    }
    if (auto file = NextInFolders()) {
      Input input{*std::move(file), true};
      if (!files::IsArchiveName(input.path)) return input;
      if (filter_.unpack_archives)
        Unpack(input);
      else
        errors_.push_back(input.path + ": is an archive; unpack it first");
      continue;
    }
    if (paths_.empty()) return std::nullopt;
    std::string path = std::move(paths_.back());
    paths_.pop_back();
    ++paths_taken_;
    std::error_code error;
    root_ = ".";
    if (path != "-" && filter_.force_exclude && ExcludedWithFolders(fs::path(path).lexically_normal())) continue;
    if (path != "-" && fs::is_directory(path, error)) {
      EnterFolder(path);
    } else if (files::IsArchiveName(path)) {
      if (!filter_.unpack_archives) {
        errors_.push_back(path + ": is an archive; unpack it first");
        continue;
      }
      root_ = path;
      Unpack({.path = std::move(path), .is_named_in_a_file = filter_.is_named_in_a_file});
    } else {
      return Input{.path = std::move(path), .is_named_in_a_file = filter_.is_named_in_a_file};
    }
  }
}

void Files::EnterFolder(const std::string& path) {
  std::error_code error;
  root_ = path;
  ignore_files_.clear();
  tracked_.reset();
  if (filter_.gitignore) {
    if (root_.is_relative()) current_ = fs::current_path(error);
    if (error) return errors_.push_back(path + ": cannot read the working folder: " + error.message());
    ReadIgnoreFilesAbove(root_);
  }
  OpenFolder(root_);
}

std::optional<std::string> Files::NextInFolders() {
  while (!folders_.empty()) {
    Folder& folder = folders_.back();
    if (folder.entries.empty()) {
      ignore_files_.erase(ignore_files_.begin() + static_cast<std::ptrdiff_t>(folder.ignore_files),
                          ignore_files_.end());
      folders_.pop_back();
      continue;
    }
    const Entry entry = std::move(folder.entries.back());
    folder.entries.pop_back();
    if (entry.folder ? IsHidden(entry.path) : !IsVisited(entry.path)) continue;
    if (Excluded(entry.path)) continue;
    const bool ignored = folder.only_tracked || Ignored(entry);
    if (ignored && !Tracked(entry)) continue;
    if (!entry.folder) return Shown(entry.path);
    OpenFolder(entry.path, ignored);
  }
  return std::nullopt;
}

void Files::OpenFolder(const fs::path& folder, bool only_tracked) {
  Folder open{{}, ignore_files_.size(), only_tracked};
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
  const fs::path file = folder / ".gitignore";
  const auto text = files::ReadFile(file.string(), kMaxIgnoreBytes, files::FileKind::kRegularNoLink);
  if (text.ok()) {
    ignore_files_.push_back({(current_ / folder).lexically_normal(), IgnoreFile(*text)});
  } else if (text.error().code() != base::ErrorCode::kNotFound) {
    errors_.push_back(Shown(file) + ": " + text.error().message() + "; use --no-gitignore to skip it");
  }
}

// Reads the .gitignore files of the folders above `folder`, from the top of the repository to its parent. Reads none if
// the folder is not in a repository.
void Files::ReadIgnoreFilesAbove(const fs::path& folder) {
  std::vector<fs::path> above;
  std::error_code error;
  for (fs::path at = (current_ / folder).lexically_normal(); !fs::exists(at / ".git", error);) {
    if (at == at.parent_path()) return;  // `folder` is not in a repository
    at = at.parent_path();
    above.push_back(at);
  }
  for (auto it = above.rbegin(); it != above.rend(); ++it) ReadIgnoreFile(*it);
}

bool Files::Ignored(const Entry& entry) const {
  if (ignore_files_.empty()) return false;
  const fs::path path = (current_ / entry.path).lexically_normal();
  for (auto it = ignore_files_.rbegin(); it != ignore_files_.rend(); ++it) {
    const std::string below = Below(it->folder, path);
    if (below.empty()) continue;
    if (const auto ignored = it->file.Ignores(below, entry.folder)) return *ignored;
  }
  return false;
}

// For a file, returns whether git tracks it; for a folder, returns whether git tracks any file in it. Must only be
// called for entries that a .gitignore ignores, because the first call runs git.
bool Files::Tracked(const Entry& entry) {
  if (!tracked_) tracked_ = TrackedDespiteIgnore(root_.string());
  const std::string path = Below(root_, entry.path);
  if (!entry.folder) return tracked_->contains(path);
  const auto first = tracked_->lower_bound(path + "/");
  return first != tracked_->end() && first->starts_with(path + "/");
}

bool Files::IsVisited(const fs::path& file) const {
  if (file.filename() == kConfigName) return false;
  std::error_code error;
  const bool subchart = filter_.unpack_archives && files::IsArchiveName(file.string()) && IsSubchart(file) &&
                        fs::is_regular_file(file.parent_path().parent_path() / "Chart.yaml", error);
  return subchart || Included(file);
}

bool Files::Included(const fs::path& file) const { return Includes(filter_, root_, file); }
bool Files::Excluded(const fs::path& path) const { return AnyFits(filter_.exclude, NamesOf(filter_, root_, path)); }

bool Files::ExcludedWithFolders(const fs::path& path) const {
  for (fs::path at = path; at.has_relative_path(); at = at.parent_path()) {
    if (Excluded(at)) return true;
  }
  return false;
}

// Unpacks the archive, and takes files from it as from a folder.
void Files::Unpack(const Input& archive) {
  ArchiveBudget left{files::kMaxUnpackedBytes, kMaxArchiveInputs};
  const auto packed = ReadInput(archive);
  if (!packed.ok()) return errors_.push_back(archive.path + ": " + packed.error().message());
  const bool included = archive.in_folder && Included(archive.path);
  UnpackText({archive.path, archive.path, 0, included}, *packed, left);
}

void Files::UnpackText(const OpenArchive& archive, std::string_view packed, ArchiveBudget& left) {
  const auto hidden = [](const fs::path& folders) { return std::ranges::any_of(folders, IsHidden); };
  const auto excluded = [&](fs::path at) {
    for (; at.has_relative_path(); at = at.parent_path()) {
      if (Excluded(archive.path / at)) return true;
    }
    return false;
  };
  std::set<fs::path> charts;
  std::vector<std::pair<std::size_t, fs::path>> added;  // index in unpacked_, and path in the archive
  const auto add = [&](const std::string& name, std::string_view text) {
    const fs::path file = fs::path(name).lexically_normal().relative_path();
    const fs::path path = archive.path / file;
    if (file.filename() == "Chart.yaml") charts.insert(file.parent_path());
    const bool is_archive = files::IsArchiveName(file.string());
    const bool included = Included(path) || (archive.included && !is_archive && Includes(FileFilter(), {}, file));
    if (!included && !(is_archive && IsSubchart(file))) return;
    if (excluded(file) || hidden(file.parent_path())) return;
    const std::string shown = archive.shown + ":" + file.string();
    const std::size_t size = is_archive ? 0 : text.size();
    left.is_spent |= shown.size() > left.unpacked || size > left.inputs;
    if (left.is_spent) return;
    left.unpacked -= shown.size();
    left.inputs -= size;
    if (is_archive) return UnpackText({shown, path, archive.depth + 1, included}, text, left);
    added.emplace_back(unpacked_.size(), file);
    unpacked_.push_back({shown, true, std::make_shared<const std::string>(text)});
  };
  base::Status read = archive.depth < kMaxArchiveDepth
                          ? files::VisitArchive(packed, add, left.unpacked)
                          : base::Error(base::ErrorCode::kLimitExceeded, "is in too many other archives");
  if (read.ok() && left.is_spent)
    read = {base::ErrorCode::kLimitExceeded, "has more than " + std::to_string(kMaxArchiveInputs >> 20) +
                                                 " MiB of files to read, or too long names; split it"};
  if (!read.ok()) errors_.push_back(archive.shown + ": " + read.error().message());
  for (const auto& [index, file] : added) {
    if (IsTemplate(file, charts)) unpacked_[index].chart = archive.shown;
  }
}

base::Result<std::string> ReadInput(const Input& input) {
  if (input.text != nullptr) return *input.text;
  if (!input.in_folder && !input.is_named_in_a_file)
    return files::ReadFile(input.path, kMaxInputBytes, files::FileKind::kAny);
  const std::string path = input.path == "-" ? "./-" : input.path;  // "./-" is a file named -, not standard input
  return files::ReadFile(path, kMaxInputBytes, files::FileKind::kRegular);
}

base::Result<std::string> ReadInput(const std::string& named) { return ReadInput(Input{named}); }

}  // namespace structural::cli
