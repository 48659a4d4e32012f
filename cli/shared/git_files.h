// Files as they are in a revision of a git repository. git itself is run for it.
#pragma once

#include <functional>
#include <string>

#include "schema/base/result.h"

namespace structural::cli {

struct GitFile {
  std::string path;  // "REVISION:./crds/a.yaml"
  std::string text;
};

struct GitQuery {
  std::string revision;  // anything that git takes for a commit
  std::string word;      // that a file has in it
};

// Calls `visit` for the files below `path`, a file or folder in a work tree, that have the word, of
// those that are taken in folders (YAML and JSON). One file is in memory at a time.
// Errors: kNotFound where git, the repository or the revision is not there; kLimitExceeded for a
// file of more than kMaxInputBytes.
base::Status VisitFilesIn(const GitQuery& query, const std::string& path,
                          const std::function<void(const GitFile&)>& visit);

}  // namespace structural::cli
