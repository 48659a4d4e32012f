// The old CRDs of `lint --against`, and the findings about the changes from them.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "cli/report/findings/crd_findings.h"
#include "cli/report/findings/source_crds.h"
#include "document/tree.h"
#include "schema/validate/compatibility/change.h"

namespace structural::findings {

// The stored CRDs and the policies that a file's CRDs are compared with.
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

// The old CRDs that `lint --against` compares files with. Thread-safe after Read.
class StoredCrds {
 public:
  explicit StoredCrds(std::optional<compatibility::Policy> policy) { all_.policy = policy; }

  // Reads the old side. If the old side has several CRDs of one name, also reads the new side,
  // `source.paths`, and pairs both sides like `structural diff`. Errors: as ReadCrds; an old CRD
  // cannot be decoded; the old CRD of a new one is ambiguous.
  base::Status Read(const cli::CrdSource& source);

  // Records a CRD of the new side by its name. Not thread-safe.
  void AddChecked(const std::string& name) { checked_.insert(name); }

  // Returns "2 compared with 3 of main; 1 of them is not in the files: a.example.com". `against` is
  // the name of the old side.
  std::string Sentence(const std::string& against) const;

  // Returns the old CRDs for the CRDs of this file.
  const Against& Of(const std::string& file) const;

 private:
  cli::SourceCrds crds_;
  Against all_;
  std::map<std::string, Against> by_file_;      // replaces `all_` for these files
  std::set<std::string, std::less<>> checked_;  // names of checked CRDs
};

}  // namespace structural::findings
