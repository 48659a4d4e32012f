// LintText: finds the errors in all CRDs in a file's text.
#pragma once

#include <string>
#include <string_view>

#include "cli/report/findings/crd_findings.h"
#include "cli/report/findings/finding.h"
#include "schema/base/arena.h"

namespace structural::findings {

// Checks CRDs that are documents, items of Lists, values in the data of ConfigMaps, or parts of bundles in OLM's
// file-based catalogs. If `mode` is strict, repeated keys are errors. `in_folder`: the file was found in a folder, not
// named by the user; then text that InputReader skips is not reported as unreadable. `arena` is working memory.
// Thread-safe if each thread uses its own arena.
FileReport LintText(std::string file, std::string_view text, const LintMode& mode, base::Arena& arena,
                    bool in_folder = false);

}  // namespace structural::findings
