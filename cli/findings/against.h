// What a file's CRDs are held against: those that are stored, and a policy on changes.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "cli/findings/crd_findings.h"
#include "document/tree.h"
#include "schema/compatibility/change.h"

namespace structural::lint {

struct Against {
  compatibility::Policy policy = compatibility::Policy::kKep;
  std::map<std::string, std::string, std::less<>> stored;  // as JSON, by name
};

// What the policy says of the change from the CRD that is stored with this name, or of creating it.
// `tree` is the text that `crd` was decoded from; `arena` is working memory. What is stored and
// cannot be decoded counts as not there.
std::vector<Finding> ChangeFindings(const CrdText& text, const crd::CustomResourceDefinition& crd,
                                    const document::Tree& tree, base::Arena& arena);

}  // namespace structural::lint
