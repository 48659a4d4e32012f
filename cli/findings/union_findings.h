// UnionFindings: what is wrong with the unions that a CRD declares.
#pragma once

#include <vector>

#include "cli/findings/crd_findings.h"
#include "document/tree.h"
#include "schema/crd/crd.h"

namespace structural::findings {

// In its schemas and in its annotation. `tree` is the text that `crd` was decoded from; `arena` is
// working memory. Nothing of it is the API server's business: warnings, unless strict, and advice
// is always one.
std::vector<Finding> UnionFindings(const CrdText& text, const crd::CustomResourceDefinition& crd,
                                   const document::Tree& tree, base::Arena& arena);

}  // namespace structural::findings
