// Reads files of a git revision by running git.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <string_view>

#include "cli/shared/files.h"
#include "schema/base/result.h"

namespace structural::cli {

struct GitFile {
  std::string path;           // path with revision, as `git show` accepts it: "REVISION:config/crd/a.yaml"
  std::string relative_path;  // path below the requested folder; for a requested file, its name
  std::string plain;          // path without the revision: "config/crd/a.yaml"
  std::string text;
};

struct GitQuery {
  std::string revision;         // a commit in any syntax that git accepts
  std::string word;             // text that a file must contain
  bool may_be_missing = false;  // true: a path that the revision does not have counts as empty; false: it is an error
  FileFilter filter = {};       // selects files in folders; files of a revision are tracked, so none is ignored
};

// A file or folder in a repository.
struct GitPath {
  std::string path;
  // true: `path` is a path in the work tree. false: `path` is a path in the revision, like PATH in git's REVISION:PATH:
  // relative to the top of the repository or, if it begins with "./" or "../", to the working folder.
  bool in_work_tree = true;
};

// Calls `visit` for the files below `path` that contain the query's word; in folders, only for files that the filter
// selects. Memory: a few MiB at a time, or one file. Links are followed within the revision, as in git. In folders,
// links to folders and broken links are skipped, as in the work tree.
//
// Errors: kNotFound if git, the repository, the revision or the path in it does not exist; the message then names
// folders of the revision whose files contain the word. kInvalidInput for a file whose content git does not have, as in
// a partial clone, for a link that leaves the repository or is part of a circle, and for an archive. kLimitExceeded for
// a file of more than kMaxInputBytes.
base::Status VisitFilesIn(const GitQuery& query, const GitPath& path, const std::function<void(const GitFile&)>& visit);

// Returns up to three folders of the revision with files that contain the query's word, for messages: "v1:crds,
// v1:config/crd". The folders most similar to `path` are first. Empty if no folder is known.
std::string FoldersWith(const GitQuery& query, const GitPath& path);

// Returns the files that git tracks although a .gitignore matches them, as paths below the folder. Empty if the folder
// is not in a repository, or git is not installed.
std::set<std::string, std::less<>> TrackedDespiteIgnore(const std::string& folder);

// Returns whether `name`, a file or folder, is also the name of a revision in the repository that contains `path`.
bool IsAlsoRevision(const std::string& name, const std::string& path);

}  // namespace structural::cli
