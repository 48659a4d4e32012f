// UnionFindings: finds errors in the unions that a CRD declares.
#pragma once

#include <vector>

#include "cli/report/findings/crd_findings.h"
#include "document/tree.h"
#include "schema/crd/crd.h"

namespace structural::findings {

// Checks the unions in the schemas and in the annotation. `tree` is the text from which `crd` was decoded; `arena` is
// working memory. The API server does not check unions, so findings are warnings, or errors if strict; advice is always
// a warning.
std::vector<Finding> UnionFindings(const CrdText& text, const crd::CustomResourceDefinition& crd,
                                   const document::Tree& tree, base::Arena& arena);

}  // namespace structural::findings
