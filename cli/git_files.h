// Files as they are in a revision of a git repository. git itself is run for it.
#pragma once

#include <string>
#include <vector>

#include "schema/base/result.h"

namespace structural::cli {

struct GitFile {
  std::string path;  // "REVISION:./crds/a.yaml"
  std::string text;
};

// The files below `path`, a file or folder in a work tree, that speak of
// CustomResourceDefinitions, of those that are taken in folders (YAML and JSON). `revision` is
// anything that git takes for a commit.
// Errors: kNotFound where git, the repository or the revision is not there.
base::Result<std::vector<GitFile>> CrdFilesIn(const std::string& revision, const std::string& path);

}  // namespace structural::cli
