// Baseline: findings that were there when linting began, which do not fail it.
//
// A text file, a finding a line: rule, CRD, path and message, separated by tabs, sorted, so that a change to
// it can be reviewed. The message * is any. Lines that begin with # are comments. Which file or line a finding is in,
// and which index the elements of lists on its path have, does not matter. Rules may have the ids of rules.h CurrentId. Not thread-safe.
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "cli/findings/crd_findings.h"
#include "cli/findings/finding.h"
#include "schema/base/result.h"

namespace structural::findings {

class Baseline {
 public:
  Baseline() = default;
  // Errors: kInvalidInput: the text is not a baseline, or one without messages, with the line.
  static base::Result<Baseline> Read(std::string_view text);

  // Whether the finding is in it. Remembers the entry as one that is needed.
  bool Holds(const Finding& finding);
  // The CRD was checked, so its entries are needed or stale.
  void AddChecked(const std::string& crd) { checked_.insert(crd); }

  // A line of text for each unknown rule, and for each stale entry: its CRD was checked, `mode` has
  // its rule, and no finding was in it. They begin with "NAME:LINE: ". The first ten, and a count.
  std::vector<std::string> Notes(const std::string& name, const LintMode& mode) const;

  // The identities of its entries that are not stale: those for a new baseline beside the findings.
  std::vector<std::string> Kept(const LintMode& mode) const;

 private:
  struct Entry {
    std::size_t line;
    std::string rule;
    std::string crd;
    bool needed = false;
  };

  bool IsStale(const Entry& entry, const LintMode& mode) const;

  std::unordered_map<std::string, Entry> entries_;  // by identity
  std::set<std::string, std::less<>> checked_;
};

// The file's text for these identities.
std::string BaselineText(std::vector<std::string> identities);

}  // namespace structural::findings
