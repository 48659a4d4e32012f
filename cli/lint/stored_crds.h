// What `--against` names: the CRDs that count as stored.
#pragma once

#include <string>
#include <vector>

#include "cli/findings/against.h"
#include "schema/base/result.h"

namespace structural::cli {

// `source` is a file or folder, "-" for standard input, or else a revision of the git repositories
// that `paths` are in; "git:NAME" is a revision where there is a file of that name, too. Of several
// CRDs with a name the last counts. What cannot be read is told on standard error.
// Errors: something could not be read.
base::Status ReadStored(const std::string& source, const std::vector<std::string>& paths,
                        findings::Against& to);

}  // namespace structural::cli
