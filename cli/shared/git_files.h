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
  std::string path;   // path as for `git show`: "REVISION:config/crd/a.yaml"
  std::string below;  // path below the requested folder; name of a requested file
  std::string plain;  // path without the revision: "config/crd/a.yaml"
  std::string text;
};

struct GitQuery {
  std::string revision;         // any text that git accepts for a commit
  std::string word;             // text that a file must contain
  bool may_be_missing = false;  // a path that the revision does not have counts as empty
  FileFilter filter = {};       // selects files in folders; tracked files are never ignored
};

// A file or folder in a repository.
struct GitPath {
  std::string path;
  // Whether it is a path in the work tree. Otherwise it is a path in the revision, as after the
  // colon of git's REVISION:PATH: from the top of the repository, or with "./" and "../" from the
  // working folder.
  bool in_work_tree = true;
};

// Calls `visit` for the files below `path` that contain the word, and that the filter takes in
// folders. Memory: a few MiB at a time, or one file. Links are followed within the revision, as in
// git; in folders, links to folders and broken links are skipped, as in the work tree.
// Errors: kNotFound if git, the repository, the revision or the path in it does not exist; the
// message then names folders of the revision whose files contain the word. kInvalidInput for a file
// whose content git does not have, as in a partial clone, for a link that leaves the repository or
// is part of a circle, and for an archive. kLimitExceeded for a file of more than kMaxInputBytes.
base::Status VisitFilesIn(const GitQuery& query, const GitPath& path, const std::function<void(const GitFile&)>& visit);

// Returns up to three folders of the revision that have files with the word, for messages:
// "v1:crds, v1:config/crd". The most similar paths are first. Empty if none is known.
std::string FoldersWith(const GitQuery& query, const GitPath& path);

// Returns the files that git tracks although a .gitignore matches them, as paths below the folder.
// Empty without a repository or git.
std::set<std::string, std::less<>> TrackedDespiteIgnore(const std::string& folder);

// Returns whether the name of a file or folder is also a revision of the repository of the path.
bool IsAlsoRevision(const std::string& name, const std::string& path);

}  // namespace structural::cli
