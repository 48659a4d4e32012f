// LintText: checks every CRD in a file's text as the API server does.
#pragma once

#include <string>
#include <string_view>

#include "cli/report/findings/crd_findings.h"
#include "cli/report/findings/finding.h"
#include "schema/base/arena.h"

namespace structural::findings {

// Finds CRDs as documents, in Lists, in the data of ConfigMaps and in the bundles of OLM's
// file-based catalogs. If `mode` is strict, repeated keys are errors. Text that InputReader skips
// in a file `in_folder` is not a finding. `arena` is working memory. Safe to call from several
// threads with an arena each.
FileReport LintText(std::string file, std::string_view text, const LintMode& mode, base::Arena& arena,
                    bool in_folder = false);

}  // namespace structural::findings
