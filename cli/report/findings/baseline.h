// Baseline: a list of findings that already existed when a project began to use lint. They are not reported, and do not
// make a run fail.
//
// A text file with one finding per line: rule, CRD, path and message, separated by tabs and sorted, so that changes can
// be reviewed. The message `*` matches any message. Lines that begin with # are comments. A finding and an entry match
// even if the file, the line and the indexes of list elements on the path differ. An entry can name the rule by a
// former id (CurrentId in rules.h). Not thread-safe.
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
  // Reads a baseline. Error: kInvalidInput, with the line number, if a line does not have the four parts.
  static base::Result<Baseline> Read(std::string_view text);

  // Returns whether the finding is in the baseline. If so, also marks its entry as needed, which keeps it from becoming
  // stale.
  bool Holds(const Finding& finding);
  // Records that the CRD was checked. An entry of a checked CRD is stale unless Holds found it.
  void AddChecked(const std::string& crd) { checked_.insert(crd); }

  // Returns a line for each entry with an unknown rule, and for each stale entry. An entry is stale if its CRD was
  // checked, `mode` includes the checks of its rule, and Holds did not find it. Each line begins with "NAME:LINE: ",
  // where `name` is the path of the baseline. If there are more than ten lines, returns the first ten and a line with
  // the number of the omitted ones.
  std::vector<std::string> Notes(const std::string& name, const LintMode& mode) const;

  // Returns the identities of entries that are not stale in `mode`. With the identities of the current findings, they
  // form the new baseline that --write-baseline writes.
  std::vector<std::string> KeptIdentities(const LintMode& mode) const;

 private:
  struct Entry {
    std::size_t line;  // line number in the baseline
    std::string rule;
    std::string crd;
    bool needed = false;  // true: a finding of this run matches the entry
  };

  bool IsStale(const Entry& entry, const LintMode& mode) const;

  std::unordered_map<std::string, Entry> entries_;  // by the identity of the finding
  std::set<std::string, std::less<>> checked_;      // names of checked CRDs
};

// Returns the text of a baseline with these identities (see Identity in finding.h).
std::string BaselineText(std::vector<std::string> identities);

}  // namespace structural::findings
