// Functions that run git to read the files of a revision.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <string_view>

#include "cli/shared/files.h"
#include "schema/base/result.h"

namespace structural::cli {

// A file of a revision.
struct GitFile {
  std::string path;           // path with the revision, in the syntax of `git show`: "REVISION:config/crd/a.yaml"
  std::string relative_path;  // path below the requested folder; for a requested file, its name
  std::string plain_path;     // path without the revision: "config/crd/a.yaml"
  std::string text;
};

// The files of a revision to read.
struct GitQuery {
  std::string revision;         // a commit in any syntax that git accepts
  std::string searched_text;    // text that a file must contain; files without it are skipped
  bool may_be_missing = false;  // true: a path that the revision does not have counts as empty; false: it is an error
  // selects files in folders, except by .gitignore files, because git tracks all files of a revision
  FileFilter filter = {};
};

// A file or folder in a repository.
struct GitPath {
  std::string path;
  // true: `path` is a path in the work tree. false: `path` is a path in the revision, like PATH in git's REVISION:PATH:
  // relative to the top of the repository or, if it begins with "./" or "../", to the working folder.
  bool in_work_tree = true;
};

// Calls `visit` for each file of the query: `path` itself or, if it is a folder, the files in it. Memory: a few MiB at
// a time, or one file. Links are followed within the revision, as in git. In folders, links to folders and broken links
// are skipped, as in the work tree.
//
// Errors: kNotFound if git, the repository, the revision or the path in it does not exist; the message then names
// folders of the revision with files that contain the text. kInvalidInput for a file whose content git does not have,
// as in a partial clone; for a link that leaves the repository or is part of a circle; for an archive. kLimitExceeded
// for a file of more than kMaxInputBytes.
base::Status VisitFilesIn(const GitQuery& query, const GitPath& path, const std::function<void(const GitFile&)>& visit);

// Returns up to three folders of the revision with files that contain the searched text, for messages: "v1:crds,
// v1:config/crd". The folders most similar to `path` are first. Empty if no folder is found.
std::string FoldersWith(const GitQuery& query, const GitPath& path);

// Returns the files below the folder that git tracks although a .gitignore ignores them, as paths relative to the
// folder. Empty if the folder is not in a repository, or git is not installed.
std::set<std::string, std::less<>> TrackedDespiteIgnore(const std::string& folder);

// Returns whether `name`, a file or folder, is also the name of a revision in the repository that contains `path`.
bool IsAlsoRevision(const std::string& name, const std::string& path);

}  // namespace structural::cli
