// What a file's CRDs are held against: those that are stored, and the policies on changes.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "cli/findings/crd_findings.h"
#include "document/tree.h"
#include "schema/compatibility/change.h"

namespace structural::findings {

struct Against {
  std::optional<compatibility::Policy> policy = std::nullopt;  // nullopt: both
  std::map<std::string, std::string_view, std::less<>> stored = {};  // JSON by name; not owned

  bool Asks(compatibility::Policy each) const { return policy.value_or(each) == each; }
  // Empty: there is none.
  std::string_view StoredOf(std::string_view name) const {
    const auto found = stored.find(name);
    return found == stored.end() ? std::string_view() : found->second;
  }
};

// What the KEP says of the change from the CRD that is stored with this name, or of creating it.
// `tree` is the text that `crd` was decoded from; `arena` is working memory. What is stored and
// cannot be decoded counts as not there.
std::vector<Finding> KepFindings(const CrdText& text, const crd::CustomResourceDefinition& crd,
                                 const document::Tree& tree, base::Arena& arena);

// Why an API server, or the KEP, refuses the update of a CRD: what `lint --against` reports of it, in the order of
// places. `before` is JSON.
std::vector<Finding> UpdateFindings(std::string_view name, std::string_view before, const document::Document& after,
                                    std::optional<compatibility::Policy> policy, base::Arena& arena);

}  // namespace structural::findings
