// Files: what there is to lint, one file after another.
//
// Folders are walked in the order of names, when their turn comes: nothing is listed ahead. Named
// files are taken whatever their name; in folders, what `include` and not `exclude` fits, below the
// folder or as messages show it, and what no .gitignore there, or above it in the same repository,
// ignores, or git tracks all the same. Only regular files are taken there, and links to such. Hidden folders are passed over,
// and links to folders, so that a walk ends. A .gitignore that is no regular file of at most 1 MiB
// is an error; links are not followed, as git does not. A named archive (files/archive.h) is as a
// folder with its files, without .gitignore files. So is one in a folder or an archive if `include` fits it, or if it
// is a subchart, as chart/charts/a-1.0.0.tgz. kConfigName is passed over in folders. Not thread-safe.
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

// Larger inputs are refused: no API server takes an object of a hundredth of it.
inline constexpr std::size_t kMaxInputBytes = 256 * 1024 * 1024;

// The configuration file of a repository: cli/config.
inline constexpr const char* kConfigName = ".structural.yaml";

// What a command reads.
struct Input {
  std::string path;        // "-" is standard input; in an archive as "chart.tgz:crds/a.yaml", "chart.tgz:charts/b.tgz:crds/a.yaml"
  bool in_folder = false;  // found there: only a regular file is read
  // Of a file in an archive; null: it has to be read. Shared by copies.
  std::shared_ptr<const std::string> text = nullptr;
  std::string chart = {};  // the archive, of a file that is a template of a chart in it
  bool named_in_file = false;  // a file names it, and not the user: only a regular file is read
  std::size_t argument = 0;  // which of the paths it belongs to, from 0
};

// The bytes of a file; of standard input for "-". What the user names may be a pipe or a device, and
// SIGINT and SIGTERM end the process while it waits for one.
// Errors: kNotFound, kInvalidInput and kLimitExceeded, with the system's reason, without the path.
base::Result<std::string> ReadInput(const Input& input);
base::Result<std::string> ReadInput(const std::string& named);

struct FileFilter {
  std::vector<std::string> include = {"*.yaml", "*.yml", "*.json"};
  std::vector<std::string> exclude = {};
  bool gitignore = true;
  std::string below = {};  // a folder: globs fit paths below it, too; empty: none
  bool archives = true;  // false: a named archive is an error, as for a command that edits files
  bool named_in_file = false;  // the paths are from a file: only regular files are read, as in folders
  bool force_exclude = false;  // `exclude` concerns what is named, too
};

// Whether a walk of the folder `root` takes a file with this path below it: by the globs, and in no hidden folder.
bool TakesBelow(const FileFilter& filter, const std::filesystem::path& root, const std::filesystem::path& below);

class Files {
 public:
  // "-" is standard input.
  Files(std::vector<std::string> paths, FileFilter filter);

  // The next file, by its path as messages show it. nullopt at the end.
  std::optional<Input> Next();

  // Folders, archives and ignore files that could not be read, with the reason.
  const std::vector<std::string>& errors() const { return errors_; }
  // Globs of the filter that fit no path, with the reason.
  const std::vector<std::string>& notes() const { return notes_; }

 private:
  struct Entry {
    std::filesystem::path path;
    bool folder;
  };
  struct Folder {
    std::vector<Entry> entries;  // the next one last
    std::size_t ignore_files;    // how many belong to folders above
    bool only_tracked = false;   // it is ignored, but for what git tracks in it
  };
  struct Ignore {
    std::filesystem::path folder;
    IgnoreFile file;
  };
  struct OpenArchive {
    std::string shown;           // "chart.tgz:charts/b.tgz"
    std::filesystem::path path;  // that globs fit: chart.tgz/charts/b.tgz
    int depth;                   // in how many others it is
    bool included;               // by a glob for archives, so what it holds is taken as without --include
  };

  std::optional<Input> NextOfAny();
  std::optional<std::string> NextInFolders();
  bool ExcludedWithFolders(const std::filesystem::path& path) const;
  void Unpack(const Input& archive);
  void UnpackText(const OpenArchive& archive, std::string_view packed, std::size_t& left);
  void Enter(const std::string& path);
  void Open(const std::filesystem::path& folder, bool only_tracked = false);
  void ReadIgnoreFile(const std::filesystem::path& folder);
  void ReadIgnoreFilesAbove(const std::filesystem::path& folder);
  bool Ignored(const Entry& entry) const;
  bool Tracked(const Entry& entry);
  bool Taken(const std::filesystem::path& file) const;
  bool Included(const std::filesystem::path& file) const;
  bool Excluded(const std::filesystem::path& path) const;

  std::vector<std::string> paths_;  // the next one last
  std::size_t taken_ = 0;           // of them
  const FileFilter filter_;
  std::filesystem::path root_;     // the folder that was named
  std::filesystem::path current_;  // the working folder; read only for ignore files
  std::vector<Folder> folders_;
  std::vector<Ignore> ignores_;
  std::optional<std::set<std::string, std::less<>>> tracked_;  // although ignored, below root_; null: not asked yet
  std::deque<Input> unpacked_;  // of the last archive
  std::vector<std::string> errors_;
  std::vector<std::string> notes_;
};

}  // namespace structural::cli
