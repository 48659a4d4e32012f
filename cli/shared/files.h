// Files: the input files of a command, one after another.
//
// Folders are walked in the order of names, without listing them in advance. Named files are taken
// regardless of their names. In folders, a file is taken if `include` matches it and `exclude` does
// not, by its path below the folder or as in messages. It must not be ignored by a .gitignore in
// the folder or above it in the same repository, unless git tracks it. Only regular files, and
// links to them, are taken in folders. Hidden folders and links to folders are skipped, so that a
// walk ends. A .gitignore that is not a regular file of at most 1 MiB is an error; links are not
// followed, as in git.
//
// A named archive (files/archive.h) is like a folder with its files, without .gitignore files. The
// same applies to an archive in a folder or in another archive if `include` matches it, or if it is
// a subchart, such as chart/charts/a-1.0.0.tgz. kConfigName is skipped in folders. Not thread-safe.
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

// Maximum size of an input; more than a hundred times the size that an API server accepts.
inline constexpr std::size_t kMaxInputBytes = 256 * 1024 * 1024;

// Maximum size of all files of an archive that are read.
inline constexpr std::size_t kMaxArchiveInputs = 64 * 1024 * 1024;

// Name of a repository's configuration file: see cli/report/config.
inline constexpr const char* kConfigName = ".structural.yaml";

// One input of a command.
struct Input {
  std::string path;        // "-": standard input; in archives "chart.tgz:crds/a.yaml"
  bool in_folder = false;  // found in a folder: must be a regular file
  // The text of a file in an archive; null if it must be read. Shared by copies.
  std::shared_ptr<const std::string> text = nullptr;
  std::string chart = {};      // path of the archive, if the file is a template of a chart in it
  bool named_in_file = false;  // named by a file, not by the user: must be a regular file
  std::size_t argument = 0;    // index of the command's path that the file belongs to
};

// Returns the bytes of a file, or of standard input for "-". A file named by the user may be a pipe
// or a device; SIGINT and SIGTERM end the process while it waits for one. Errors: kNotFound,
// kInvalidInput and kLimitExceeded, with the system's reason, without the path.
base::Result<std::string> ReadInput(const Input& input);
base::Result<std::string> ReadInput(const std::string& named);

struct FileFilter {
  std::vector<std::string> include = {"*.yaml", "*.yml", "*.json"};
  std::vector<std::string> exclude = {};
  bool gitignore = true;
  std::string below = {};      // globs also match paths below this folder; may be empty
  bool archives = true;        // false: a named archive is an error, for commands that edit files
  bool named_in_file = false;  // the paths are from a file: must be regular files
  bool force_exclude = false;  // `exclude` also applies to named files
};

// Returns whether a walk of the folder `root` takes a file at this path below it: by the globs, and
// outside of hidden folders.
bool IncludesPath(const FileFilter& filter, const std::filesystem::path& root, const std::filesystem::path& below);

class Files {
 public:
  // The path "-" is standard input.
  Files(std::vector<std::string> paths, FileFilter filter);

  // Returns the next file, with its path as in messages; nullopt at the end.
  std::optional<Input> Next();

  // Folders, archives and ignore files that could not be read, with the reason.
  const std::vector<std::string>& errors() const { return errors_; }
  // Globs of the filter that cannot match any path, with the reason.
  const std::vector<std::string>& notes() const { return notes_; }

 private:
  struct Entry {
    std::filesystem::path path;
    bool folder;
  };
  struct Folder {
    std::vector<Entry> entries;  // entries in reverse order: the next one is at the end
    std::size_t ignore_files;    // number of ignore files that apply to the folder's parents
    bool only_tracked = false;   // the folder is ignored, except for files that git tracks
  };
  struct Ignore {
    std::filesystem::path folder;
    IgnoreFile file;
  };
  struct OpenArchive {
    std::string shown;           // path in messages: "chart.tgz:charts/b.tgz"
    std::filesystem::path path;  // path for globs: chart.tgz/charts/b.tgz
    int depth;                   // number of surrounding archives
    bool included;               // --include matches the archive: its files are taken as without --include
  };

  std::optional<Input> NextOfAny();
  std::optional<std::string> NextInFolders();
  bool ExcludedWithFolders(const std::filesystem::path& path) const;
  void Unpack(const Input& archive);
  // The remaining budget of the archive that the user names, with the archives in it.
  struct ArchiveBudget {
    std::size_t unpacked;  // bytes of all files, and of their names
    std::size_t inputs;    // bytes of the files to read
    bool is_spent = false;
  };
  void UnpackText(const OpenArchive& archive, std::string_view packed, ArchiveBudget& left);
  void Enter(const std::string& path);
  void Open(const std::filesystem::path& folder, bool only_tracked = false);
  void ReadIgnoreFile(const std::filesystem::path& folder);
  void ReadIgnoreFilesAbove(const std::filesystem::path& folder);
  bool Ignored(const Entry& entry) const;
  bool Tracked(const Entry& entry);
  bool Taken(const std::filesystem::path& file) const;
  bool Included(const std::filesystem::path& file) const;
  bool Excluded(const std::filesystem::path& path) const;

  std::vector<std::string> paths_;  // paths in reverse order: the next one is at the end
  std::size_t taken_ = 0;           // number of paths taken
  const FileFilter filter_;
  std::filesystem::path root_;     // the named folder
  std::filesystem::path current_;  // the working folder; only read for ignore files
  std::vector<Folder> folders_;
  std::vector<Ignore> ignores_;
  // Files below root_ that git tracks although they are ignored; null: not read yet.
  std::optional<std::set<std::string, std::less<>>> tracked_;
  std::deque<Input> unpacked_;  // files of the last archive
  std::vector<std::string> errors_;
  std::vector<std::string> notes_;
};

}  // namespace structural::cli
