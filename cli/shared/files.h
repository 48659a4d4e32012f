// Files: finds the input files of a command, and returns them one by one.
//
// Folders are traversed in the order of names, without listing them in advance. A file that the user names is always
// taken. In a folder, a file is taken if a glob of `include` matches it, and no glob of `exclude` does. Globs are
// compared with the path of the file below the folder, and with its path as messages print it. If a .gitignore of the
// repository ignores a file, the file is only taken if git tracks it. In folders, only regular files and links to them
// are taken. Hidden folders and links to folders are skipped, so that a traversal ends. A .gitignore that is not a
// regular file of at most 1 MiB is an error; links are not followed, as in git.
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

// Maximum size of an input in bytes, more than a hundred times the maximum size of a request to an API server.
inline constexpr std::size_t kMaxInputBytes = 256 * 1024 * 1024;

// Maximum size in bytes of all files that are read from one archive.
inline constexpr std::size_t kMaxArchiveInputs = 64 * 1024 * 1024;

// Name of a repository's configuration file; cli/report/config reads it.
inline constexpr const char* kConfigName = ".structural.yaml";

// One input of a command.
struct Input {
  std::string path;        // path of the file; "-": standard input; for a file in an archive: "chart.tgz:crds/a.yaml"
  bool in_folder = false;  // true: found in a folder, so it must be a regular file; false: named by the user
  // The text of a file in an archive, which copies of the Input share. Null: the text must be read from `path`.
  std::shared_ptr<const std::string> text = nullptr;
  std::string chart = {};  // path of the archive, if the file is a template of a chart in it
  // true: the path is written in a file, not on the command line, so it must be a regular file
  bool is_named_in_a_file = false;
  std::size_t argument_index = 0;  // index of the command's path argument to which the file belongs
};

// Returns the bytes of the input. If the user has named the file, it can be a pipe or a device; while the process waits
// for its data, SIGINT and SIGTERM end the process. Errors: kNotFound; kInvalidInput; kLimitExceeded for more than
// kMaxInputBytes. The message has the system's reason, but not the path.
base::Result<std::string> ReadInput(const Input& input);
// Returns the bytes of the file `named`, which the user has named; "-" is standard input.
base::Result<std::string> ReadInput(const std::string& named);

// Selects the files that Files takes.
struct FileFilter {
  std::vector<std::string> include = {"*.yaml", "*.yml", "*.json"};
  std::vector<std::string> exclude = {};
  bool gitignore = true;
  std::string glob_root = {};  // globs are also compared with the path below this folder; may be empty
  // true: archives are unpacked; false: archives are errors, in commands that edit files
  bool unpack_archives = true;
  // true: the paths are written in a file, not on the command line, so they must be regular files
  bool is_named_in_a_file = false;
  bool force_exclude = false;  // true: `exclude` also applies to files that the user names
};

// Returns whether a traversal of the folder `root` takes the file at the path `below` in it: whether the globs select
// the file, and none of its folders is hidden.
bool IncludesPath(const FileFilter& filter, const std::filesystem::path& root, const std::filesystem::path& below);

class Files {
 public:
  // `paths` are files and folders; "-" is standard input.
  Files(std::vector<std::string> paths, FileFilter filter);

  // Returns the next file, with its path as messages print it; nullopt at the end.
  std::optional<Input> Next();

  // Returns the errors so far: folders, archives and .gitignore files that could not be read.
  const std::vector<std::string>& errors() const { return errors_; }
  // Returns a warning for each glob of the filter that cannot match any path.
  const std::vector<std::string>& notes() const { return notes_; }

 private:
  struct Entry {
    std::filesystem::path path;
    bool folder;
  };
  struct Folder {
    std::vector<Entry> entries;  // in reverse order: the next entry is the last element
    std::size_t ignore_files;    // number of .gitignore files that apply to the parents of the folder
    bool only_tracked = false;   // true: a .gitignore ignores the folder, so only files that git tracks are taken
  };
  struct FolderIgnoreFile {
    std::filesystem::path folder;
    IgnoreFile file;
  };
  struct OpenArchive {
    std::string shown;           // path as messages print it: "chart.tgz:charts/b.tgz"
    std::filesystem::path path;  // path for globs: chart.tgz/charts/b.tgz
    int depth;                   // number of surrounding archives
    bool included;               // true: `include` matches the archive, so the default globs select the files in it
  };

  std::optional<Input> NextInPathsAndArchives();
  std::optional<std::string> NextInFolders();
  bool ExcludedWithFolders(const std::filesystem::path& path) const;
  void Unpack(const Input& archive);
  // The sizes that can still be unpacked from an archive, including the archives in it.
  struct ArchiveBudget {
    std::size_t unpacked;  // size in bytes of all files and their names
    std::size_t inputs;    // size in bytes of the files that are taken
    bool is_spent = false;
  };
  void UnpackText(const OpenArchive& archive, std::string_view packed, ArchiveBudget& left);
  void EnterFolder(const std::string& path);
  void OpenFolder(const std::filesystem::path& folder, bool only_tracked = false);
  void ReadIgnoreFile(const std::filesystem::path& folder);
  void ReadIgnoreFilesAbove(const std::filesystem::path& folder);
  bool Ignored(const Entry& entry) const;
  bool Tracked(const Entry& entry);
  bool IsVisited(const std::filesystem::path& file) const;
  bool Included(const std::filesystem::path& file) const;
  bool Excluded(const std::filesystem::path& path) const;

  std::vector<std::string> paths_;  // in reverse order: the next path is the last element
  std::size_t paths_taken_ = 0;     // number of paths that were already taken
  const FileFilter filter_;
  std::filesystem::path root_;     // the folder or archive that the user named
  std::filesystem::path current_;  // the working folder; set if .gitignore files are read
  std::vector<Folder> folders_;
  std::vector<FolderIgnoreFile> ignore_files_;
  // Files below root_ that git tracks although a .gitignore ignores them. nullopt: git was not called yet.
  std::optional<std::set<std::string, std::less<>>> tracked_;
  std::deque<Input> unpacked_;  // files of unpacked archives that were not returned yet
  std::vector<std::string> errors_;
  std::vector<std::string> notes_;
};

}  // namespace structural::cli
