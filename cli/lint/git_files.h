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

// Calls `visit` for the files below `path`, a file or folder in a work tree, that speak of
// CustomResourceDefinitions, of those that are taken in folders (YAML and JSON). `revision` is
// anything that git takes for a commit. One file is in memory at a time.
// Errors: kNotFound where git, the repository or the revision is not there; kLimitExceeded for a
// file of more than kMaxInputBytes.
base::Status VisitCrdFilesIn(const std::string& revision, const std::string& path,
                             const std::function<void(const GitFile&)>& visit);

}  // namespace structural::cli
