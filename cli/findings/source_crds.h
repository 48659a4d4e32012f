// The CRDs of one side of an update, for `structural diff` and `lint --against`.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "cli/shared/crd_files.h"
#include "document/document.h"
#include "document/tree.h"
#include "schema/base/result.h"

namespace structural::cli {

// A CRD with its places in a file.
struct SourceCrd {
  std::string file;             // as messages name it
  document::Document document;  // of this CRD alone

  // Of what a path names, or of the last part of it that is there. `tree` is the document's JSON.
  document::Position At(const document::Tree& tree, std::string_view path) const;
};

// The CRD that a document is.
SourceCrd KeptCrd(const FileDocument& document);

using SourceCrds = std::map<std::string, SourceCrd, std::less<>>;  // by name

// `source` is a file or folder, "-" for standard input, or REVISION:PATH for a file or folder as it is
// in a git revision; with "git:" before it, it is one where there is a file of that name, too. Of
// several CRDs with a name the last counts. What cannot be read is told on standard error.
// Errors: something could not be read.
base::Result<SourceCrds> ReadCrds(const std::string& source);

// What `--against` names: the same, but a revision without a path, of the git repositories that `paths`
// are in.
base::Result<SourceCrds> ReadCrdsAgainst(const std::string& source, const std::vector<std::string>& paths);

}  // namespace structural::cli
