// Baseline: findings that were there when linting began, which do not fail it.
//
// A text file, a finding a line: rule, CRD and path, separated by tabs, sorted, so that a change to
// it can be reviewed. Lines that begin with # are comments. Which file or line a finding is in does
// not matter. Rules may have the ids of rules.h CurrentId. Safe to read from several threads.
#pragma once

#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "cli/findings/finding.h"
#include "schema/base/result.h"

namespace structural::findings {

class Baseline {
 public:
  Baseline() = default;
  explicit Baseline(std::string_view text);

  bool Holds(const Finding& finding) const { return known_.contains(Identity(finding)); }

 private:
  std::unordered_set<std::string> known_;
};

// The file's text for these identities.
std::string BaselineText(std::vector<std::string> identities);

}  // namespace structural::findings
