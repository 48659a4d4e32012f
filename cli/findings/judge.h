// LintText: every CRD in a file's text, judged as the API server would judge it.
#pragma once

#include <string>
#include <string_view>

#include "cli/findings/crd_findings.h"
#include "cli/findings/finding.h"
#include "schema/base/arena.h"

namespace structural::findings {

// CRDs are found as documents, in Lists, in the data of ConfigMaps and in the bundles of OLM's
// file-based catalogs. Where `mode` is strict, repeated keys are errors. What InputReader skips of a
// file `in_folder` is no finding.
// `arena` is working memory. Safe to call from several threads with an arena each.
FileReport LintText(std::string file, std::string_view text, const LintMode& mode,
                    base::Arena& arena, bool in_folder = false);

}  // namespace structural::findings
