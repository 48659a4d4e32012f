// Baseline: findings that existed when linting was introduced. They do not make a run fail.
//
// A text file with one finding per line: rule, CRD, path and message, separated by tabs and sorted, so that changes can
// be reviewed. The message * matches any message. Lines that begin with # are comments. The file and line of a finding,
// and the indexes of list elements on its path, are not compared. A rule can have its former id (rules.h CurrentId).
// Not thread-safe.
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "cli/report/findings/crd_findings.h"
#include "cli/report/findings/finding.h"
#include "schema/base/result.h"

namespace structural::findings {

class Baseline {
 public:
  Baseline() = default;
  // Reads a baseline. kInvalidInput: the text is not a baseline, or has a line without a message; the error contains
  // the line number.
  static base::Result<Baseline> Read(std::string_view text);

  // Returns whether the finding is in the baseline. If so, also marks its entry as needed.
  bool Holds(const Finding& finding);
  // Records that the CRD was checked. Entries of checked CRDs are stale unless they are needed.
  void AddChecked(const std::string& crd) { checked_.insert(crd); }

  // Returns a line for each entry with an unknown rule, and for each stale entry. An entry is stale if a run in `mode`
  // checked its CRD for its rule, and did not find it. Each line begins with "NAME:LINE: ". If more than ten lines
  // exist, returns the first ten and a line with the number of the omitted lines.
  std::vector<std::string> Notes(const std::string& name, const LintMode& mode) const;

  // Returns the identities of entries that are not stale. A new baseline consists of these identities and those of the
  // current findings.
  std::vector<std::string> KeptIdentities(const LintMode& mode) const;

 private:
  struct Entry {
    std::size_t line;
    std::string rule;
    std::string crd;
    bool needed = false;
  };

  bool IsStale(const Entry& entry, const LintMode& mode) const;

  std::unordered_map<std::string, Entry> entries_;  // entries by identity of the finding
  std::set<std::string, std::less<>> checked_;
};

// Returns the text of a baseline with these identities.
std::string BaselineText(std::vector<std::string> identities);

}  // namespace structural::findings
