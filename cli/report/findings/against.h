// Finds errors in the update from an old CRD to a new one, for `lint --against`.
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

// The old CRDs with which the CRDs of a file are compared. Each old CRD counts as the CRD that a server stores when the
// new CRD of the same name updates it.
struct OldCrds {
  std::optional<compatibility::Policy> policy = std::nullopt;        // the only policy to check; nullopt: both
  std::map<std::string, std::string_view, std::less<>> stored = {};  // JSON of the old CRDs, by name; not owned

  // Returns whether updates are checked for violations of the policy `each`.
  bool ChecksPolicy(compatibility::Policy each) const { return policy.value_or(each) == each; }
  // Returns the JSON of the old CRD with this name; empty if it does not exist.
  std::string_view StoredOf(std::string_view name) const {
    const auto found = stored.find(name);
    return found == stored.end() ? std::string_view() : found->second;
  }
};

// Returns the violations of KEP 2335's compatibility plan by the update from the old CRD in `text.mode.against` with
// the same name. If `text.mode.against` has no such CRD, or it cannot be decoded, returns the violations by the
// creation of `crd`. `tree` is the JSON from which `crd` was decoded; `arena` is working memory.
std::vector<Finding> KepFindings(const CrdText& text, const crd::CustomResourceDefinition& crd,
                                 const document::Tree& tree, base::Arena& arena);

// Returns the reasons why an API server or KEP 2335's compatibility plan refuses the update of the CRD `name` from
// `before`, which is JSON, to `after`. These are the findings of `lint --against`, sorted by position in `after`.
// `policy` is the only policy to check; nullopt: both.
std::vector<Finding> UpdateFindings(std::string_view name, std::string_view before, const document::Document& after,
                                    std::optional<compatibility::Policy> policy, base::Arena& arena);

// The old CRDs with which `lint --against` compares files. After Read, all const functions are thread-safe.
class StoredCrds {
 public:
  explicit StoredCrds(std::optional<compatibility::Policy> policy) { all_.policy = policy; }

  // Reads the old CRDs. If several old CRDs have the same name, also reads the new CRDs from `source.paths`, and
  // decides with PairCrds which new CRD updates which old one. Errors: those of ReadCrds; an old CRD cannot be decoded;
  // a new CRD could be the update of more than one old CRD.
  base::Status Read(const cli::CrdSource& source);

  // Records the name of a new CRD that was checked, for Sentence. Not thread-safe.
  void AddChecked(const std::string& name) { checked_.insert(name); }

  // Returns "2 compared with 3 of main; 1 of them is not in the files: a.example.com". The last part names old CRDs
  // whose names were not passed to AddChecked. `against` is the source of the old CRDs as the user wrote it ("main").
  std::string Sentence(const std::string& against) const;

  // Returns the old CRDs with which the new CRDs of this file are compared.
  const OldCrds& OldCrdsFor(const std::string& file) const;

 private:
  cli::SourceCrds crds_;
  OldCrds all_;
  std::map<std::string, OldCrds> by_file_;      // old CRDs of new files that are not compared with `all_`
  std::set<std::string, std::less<>> checked_;  // names of checked new CRDs
};

}  // namespace structural::findings
