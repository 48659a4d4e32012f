// The CRDs of one side of `structural diff`.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "controller/crd_api.h"
#include "document/document.h"
#include "kube/config/config_flags.h"
#include "schema/base/result.h"

namespace structural::cli {

// A CRD with its places in a file.
struct SourceCrd {
  std::string file;             // as messages name it
  document::Document document;  // of this CRD alone

  // Of what a path names, or of the last part of it that is there.
  document::Position At(std::string_view path) const;
};

using SourceCrds = std::map<std::string, SourceCrd, std::less<>>;  // by name

// `source` is a file or folder, "-" for standard input, or REVISION:PATH for a file or folder as it is
// in a git revision; with "git:" before it, it is one where there is a file of that name, too. Of
// several CRDs with a name the last counts. What cannot be read is told on standard error.
// Errors: something could not be read.
base::Result<SourceCrds> ReadCrds(const std::string& source);

// The same of paths, in a git revision.
base::Result<SourceCrds> ReadCrdsOf(const std::string& revision, const std::vector<std::string>& paths);

// Those of the cluster that the flags lead to, which match. They have no places. Call it before the
// first thread starts. Errors: as VisitClusterCrds.
base::Result<SourceCrds> ReadClusterCrds(const kube::ConfigFlags& flags, const controller::Selector& selector);

}  // namespace structural::cli
