// UnionFindings: finds errors in the unions that a CRD declares.
#pragma once

#include <vector>

#include "cli/report/findings/crd_findings.h"
#include "document/tree.h"
#include "schema/crd/crd.h"

namespace structural::findings {

// Checks the unions that are declared in the schemas and in the annotation structural.lint/unions. `tree` is the JSON
// from which `crd` was decoded; `arena` is working memory. Because the API server does not check unions, findings are
// warnings, except that they are errors if `text.mode.strict` is true. Advice is always a warning.
std::vector<Finding> UnionFindings(const CrdText& text, const crd::CustomResourceDefinition& crd,
                                   const document::Tree& tree, base::Arena& arena);

}  // namespace structural::findings
