// Files as they are in a revision of a git repository. git itself is run for it.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "schema/base/result.h"

namespace structural::cli {

struct GitFile {
  std::string path;   // as `git show` understands it: "REVISION:config/crd/a.yaml", from the top of the repository
  std::string below;  // below the folder that was asked for; of a file its name
  std::string text;
};

struct GitQuery {
  std::string revision;       // anything that git takes for a commit
  std::string word;           // that a file has in it
  bool may_be_missing = false;  // a path that the revision does not have is empty
};

// A file or folder in a repository.
struct GitPath {
  std::string path;
  // It is a path in the work tree. Otherwise it is one in the revision, as behind the colon of git's REVISION:PATH:
  // from the top of the repository, or with "./" and "../" from the working folder.
  bool in_work_tree = true;
};

// Calls `visit` for the files below `path` that have the word, of those that are taken in folders (YAML and JSON). One
// file is in memory at a time.
// Errors: kNotFound where git, the repository, the revision or the path in it is not there. The message then names
// folders that have such files. kLimitExceeded for a file of more than kMaxInputBytes.
base::Status VisitFilesIn(const GitQuery& query, const GitPath& path, const std::function<void(const GitFile&)>& visit);

// Folders of the revision that have files with the word, for messages: "v1:crds, v1:config/crd". Those that are most
// like the path are first; at most three. Empty: there are none, or git cannot say.
std::string FoldersWith(const GitQuery& query, const GitPath& path);

}  // namespace structural::cli
