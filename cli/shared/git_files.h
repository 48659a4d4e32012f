// Files as they are in a revision of a git repository. git itself is run for it.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "cli/shared/files.h"
#include "schema/base/result.h"

namespace structural::cli {

struct GitFile {
  std::string path;   // as `git show` understands it: "REVISION:config/crd/a.yaml", from the top of the repository
  std::string below;  // below the folder that was asked for; of a file its name
  std::string plain;  // without the revision, from the top of the repository: "config/crd/a.yaml"
  std::string text;
};

struct GitQuery {
  std::string revision;       // anything that git takes for a commit
  std::string word;           // that a file has in it
  bool may_be_missing = false;  // a path that the revision does not have is empty
  FileFilter filter = {};       // of folders, as in the work tree; git ignores no file that it has
};

// A file or folder in a repository.
struct GitPath {
  std::string path;
  // It is a path in the work tree. Otherwise it is one in the revision, as behind the colon of git's REVISION:PATH:
  // from the top of the repository, or with "./" and "../" from the working folder.
  bool in_work_tree = true;
};

// Calls `visit` for the files below `path` that have the word, and that the filter takes in folders. A few MiB are in
// memory at a time, or one file. Links are followed within the revision, as git follows them; as in a walk of the work
// tree, links to folders and to nothing are passed over in folders.
// Errors: kNotFound where git, the repository, the revision or the path in it is not there. The message then names
// folders that have such files. kInvalidInput for a file whose content git does not have, as in a partial clone, for a
// link out of the repository or in a circle, and for an archive. kLimitExceeded for a file of more than kMaxInputBytes.
base::Status VisitFilesIn(const GitQuery& query, const GitPath& path, const std::function<void(const GitFile&)>& visit);

// Folders of the revision that have files with the word, for messages: "v1:crds, v1:config/crd". Those that are most
// like the path are first; at most three. Empty: there are none, or git cannot say.
std::string FoldersWith(const GitQuery& query, const GitPath& path);

// Whether a name that is a file or folder is a revision, too, of the repository that the path is in.
bool IsAlsoRevision(const std::string& name, const std::string& path);

}  // namespace structural::cli
