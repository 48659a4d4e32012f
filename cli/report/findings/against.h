// The old CRDs of `lint --against`, and the findings about the changes from old to new CRDs.
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
struct OldCrds {
  std::optional<compatibility::Policy> policy = std::nullopt;        // nullopt: both policies
  std::map<std::string, std::string_view, std::less<>> stored = {};  // JSON by name; not owned

  bool ChecksPolicy(compatibility::Policy each) const { return policy.value_or(each) == each; }
  // Returns an empty text if the CRD is not stored.
  std::string_view StoredOf(std::string_view name) const {
    const auto found = stored.find(name);
    return found == stored.end() ? std::string_view() : found->second;
  }
};

// Returns the KEP's findings about the update of the stored CRD of this name or, if none is stored, about the creation.
// `tree` is the text from which `crd` was decoded; `arena` is working memory. A stored CRD that cannot be decoded
// counts as not stored.
std::vector<Finding> KepFindings(const CrdText& text, const crd::CustomResourceDefinition& crd,
                                 const document::Tree& tree, base::Arena& arena);

// Returns the reasons why an API server, or the KEP, refuses the update of a CRD: the findings of
// `lint --against`, in the order of places. `before` is JSON.
std::vector<Finding> UpdateFindings(std::string_view name, std::string_view before, const document::Document& after,
                                    std::optional<compatibility::Policy> policy, base::Arena& arena);

// The old CRDs with which `lint --against` compares files. Thread-safe after Read.
class StoredCrds {
 public:
  explicit StoredCrds(std::optional<compatibility::Policy> policy) { all_.policy = policy; }

  // Reads the old CRDs. If several old CRDs have one name, also reads the new CRDs from `source.paths`, and pairs old
  // and new CRDs like `structural diff`. Errors: those of ReadCrds; an old CRD cannot be decoded; a new CRD could be
  // the update of more than one old CRD.
  base::Status Read(const cli::CrdSource& source);

  // Records the name of a new CRD that was checked. Not thread-safe.
  void AddChecked(const std::string& name) { checked_.insert(name); }

  // Returns "2 compared with 3 of main; 1 of them is not in the files: a.example.com". `against` is the name of the old
  // CRDs' source ("main").
  std::string Sentence(const std::string& against) const;

  // Returns the old CRDs for the new CRDs of this file.
  const OldCrds& Of(const std::string& file) const;

 private:
  cli::SourceCrds crds_;
  OldCrds all_;
  std::map<std::string, OldCrds> by_file_;      // used instead of `all_` for these files
  std::set<std::string, std::less<>> checked_;  // names of checked CRDs
};

}  // namespace structural::findings
