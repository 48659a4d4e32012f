// Files: returns the input files of a command, file by file.
//
// Folders are traversed in the order of names, without listing them in advance. A file that the user names is always
// taken. In a folder, a file is taken if `include` matches it and `exclude` does not; they are compared with its path
// below the folder, and with its path as messages print it. A file that a .gitignore in the folder, or above it in the
// same repository, ignores is only taken if git tracks it. In folders, only regular files and links to them are taken.
// Hidden folders and links to folders are skipped, so that a traversal ends. A .gitignore that is not a regular file of
// at most 1 MiB is an error; links are not followed, as in git.
//
// An archive (files/archive.h) that the user names is like a folder with its files, without .gitignore files. The same
// applies to an archive in a folder or in another archive if `include` matches it, or if it is a subchart, such as
// chart/charts/a-1.0.0.tgz. kConfigName is skipped in folders. Not thread-safe.
#pragma once

#include <deque>
#include <filesystem>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "cli/shared/ignore_file.h"
#include "schema/base/result.h"

namespace structural::cli {

// Maximum size of an input; more than a hundred times the maximum size of a request to an API server.
inline constexpr std::size_t kMaxInputBytes = 256 * 1024 * 1024;

// Maximum size of all files that are read from one archive.
inline constexpr std::size_t kMaxArchiveInputs = 64 * 1024 * 1024;

// Name of a repository's configuration file; cli/report/config reads it.
inline constexpr const char* kConfigName = ".structural.yaml";

// One input of a command.
struct Input {
  std::string path;        // "-": standard input; for a file in an archive "chart.tgz:crds/a.yaml"
  bool in_folder = false;  // true: found in a folder, so it must be a regular file; false: named by the user
  // The text of a file in an archive; null if the text must be read from `path`. Copies of the Input share it.
  std::shared_ptr<const std::string> text = nullptr;
  std::string chart = {};      // path of the archive, if the file is a template of a chart in it
  bool named_in_file = false;  // true: a file has the path, not the command line, so it must be a regular file
  std::size_t argument = 0;    // index of the command's path argument to which the file belongs
};

// Returns the bytes of a file, or of standard input for "-". A file named by the user may be a pipe or a device; SIGINT
// and SIGTERM end the process while it waits for data. Errors: kNotFound, kInvalidInput and kLimitExceeded. The message
// has the system's reason, but not the path.
base::Result<std::string> ReadInput(const Input& input);
base::Result<std::string> ReadInput(const std::string& named);

struct FileFilter {
  std::vector<std::string> include = {"*.yaml", "*.yml", "*.json"};
  std::vector<std::string> exclude = {};
  bool gitignore = true;
  std::string glob_root = {};  // globs also match paths below this folder; may be empty
  bool archives = true;        // false: a named archive is an error, for commands that edit files; true: it is unpacked
  bool named_in_file = false;  // true: a file has the paths, not the command line, so they must be regular files
  bool force_exclude = false;  // true: `exclude` also applies to files that the user names
};

// Returns whether a traversal of the folder `root` takes a file at this path below it: the globs select it, and it is
// not in a hidden folder.
bool IncludesPath(const FileFilter& filter, const std::filesystem::path& root, const std::filesystem::path& below);

class Files {
 public:
  // `paths` are files and folders; "-" is standard input.
  Files(std::vector<std::string> paths, FileFilter filter);

  // Returns the next file, with its path as messages print it; nullopt at the end.
  std::optional<Input> Next();

  // Errors about folders, archives and ignore files that could not be read, each with the reason.
  const std::vector<std::string>& errors() const { return errors_; }
  // Notes about globs of the filter that cannot match any path, each with the reason.
  const std::vector<std::string>& notes() const { return notes_; }

 private:
  struct Entry {
    std::filesystem::path path;
    bool folder;
  };
  struct Folder {
    std::vector<Entry> entries;  // in reverse order: the next entry is the last element
    std::size_t ignore_files;    // number of ignore files that apply to the parents of the folder
    bool only_tracked = false;   // true: the folder is ignored, so that only files that git tracks are taken
  };
  struct Ignore {
    std::filesystem::path folder;
    IgnoreFile file;
  };
  struct OpenArchive {
    std::string shown;           // path as messages print it: "chart.tgz:charts/b.tgz"
    std::filesystem::path path;  // path for globs: chart.tgz/charts/b.tgz
    int depth;                   // number of surrounding archives
    bool included;               // true: --include matches the archive, so that it is ignored for the archive's files
  };

  std::optional<Input> NextOfAny();
  std::optional<std::string> NextInFolders();
  bool ExcludedWithFolders(const std::filesystem::path& path) const;
  void Unpack(const Input& archive);
  // The remaining budget for unpacking an archive that the user names, including the archives in it.
  struct ArchiveBudget {
    std::size_t unpacked;  // size in bytes of all files and their names
    std::size_t inputs;    // size in bytes of the files that are read
    bool is_spent = false;
  };
  void UnpackText(const OpenArchive& archive, std::string_view packed, ArchiveBudget& left);
  void Enter(const std::string& path);
  void Open(const std::filesystem::path& folder, bool only_tracked = false);
  void ReadIgnoreFile(const std::filesystem::path& folder);
  void ReadIgnoreFilesAbove(const std::filesystem::path& folder);
  bool Ignored(const Entry& entry) const;
  bool Tracked(const Entry& entry);
  bool IsVisited(const std::filesystem::path& file) const;
  bool Included(const std::filesystem::path& file) const;
  bool Excluded(const std::filesystem::path& path) const;

  std::vector<std::string> paths_;  // in reverse order: the next path is the last element
  std::size_t taken_ = 0;           // number of paths that were already taken
  const FileFilter filter_;
  std::filesystem::path root_;     // the folder that the user named
  std::filesystem::path current_;  // the working folder; only read for ignore files
  std::vector<Folder> folders_;
  std::vector<Ignore> ignores_;
  // Files below root_ that git tracks although a .gitignore matches them; nullopt: git was not called yet.
  std::optional<std::set<std::string, std::less<>>> tracked_;
  std::deque<Input> unpacked_;  // files of the archive that was unpacked last
  std::vector<std::string> errors_;
  std::vector<std::string> notes_;
};

}  // namespace structural::cli
