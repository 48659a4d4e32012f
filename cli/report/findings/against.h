// The stored CRDs and the policies that a file's CRDs are compared with.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "cli/report/findings/crd_findings.h"
#include "document/tree.h"
#include "schema/validate/compatibility/change.h"

namespace structural::findings {

struct Against {
  std::optional<compatibility::Policy> policy = std::nullopt;        // nullopt: both policies
  std::map<std::string, std::string_view, std::less<>> stored = {};  // JSON by name; not owned

  bool Asks(compatibility::Policy each) const { return policy.value_or(each) == each; }
  // Returns an empty text if the CRD is not stored.
  std::string_view StoredOf(std::string_view name) const {
    const auto found = stored.find(name);
    return found == stored.end() ? std::string_view() : found->second;
  }
};

// Returns the KEP's findings for the change from the stored CRD of this name, or for its creation.
// `tree` is the text that `crd` was decoded from; `arena` is working memory. A stored CRD that
// cannot be decoded counts as missing.
std::vector<Finding> KepFindings(const CrdText& text, const crd::CustomResourceDefinition& crd,
                                 const document::Tree& tree, base::Arena& arena);

// Returns the reasons why an API server, or the KEP, refuses the update of a CRD: the findings of
// `lint --against`, in the order of places. `before` is JSON.
std::vector<Finding> UpdateFindings(std::string_view name, std::string_view before, const document::Document& after,
                                    std::optional<compatibility::Policy> policy, base::Arena& arena);

}  // namespace structural::findings
