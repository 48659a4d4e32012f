// RunLint: runs `structural lint`.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "cli/report/findings/finding.h"
#include "cli/report/findings/rule_levels.h"
#include "cli/shared/files.h"
#include "schema/fix/plan.h"
#include "schema/validate/compatibility/change.h"
#include "schema/validate/release.h"

namespace structural::cli {

struct LintOptions {
  std::vector<std::string> paths;
  FileFilter filter;
  std::string output = "text";  // or json, sarif, rdjson, github, junit, checkstyle
  // Largest impact of the fixes in sarif and rdjson; nullopt: no fixes.
  std::optional<fix::ChangeImpact> max_fix_impact = fix::ChangeImpact::kSame;
  findings::Severity min_severity = findings::Severity::kWarning;  // findings with a lower severity are not reported
  std::size_t max_violations = 0;                                  // maximum number of reported findings; 0: unlimited
  bool strict = false;
  bool only_structural = false;
  std::string against;  // path or git revision of the old CRDs; empty: the CRDs are checked, not their changes
  // Policy for the checks of changes; nullopt: both policies.
  std::optional<compatibility::Policy> policy = std::nullopt;
  validate::Release release = {};  // release of Kubernetes
  bool quiet = false;
  bool no_fail = false;
  bool allow_empty = false;         // true: a run that finds no CRD succeeds
  std::string baseline;             // path of the baseline file; may be empty
  bool baseline_of_config = false;  // true: `baseline` is from the configuration file, and must be a regular file
  std::string write_baseline;       // path of the baseline to write; "-": standard output; may be empty
  findings::RuleLevels rules = {};
  int jobs = 1;
};

// Reads and checks the files. Prints the report on standard output, and notes and the summary on standard error.
// Returns the exit code.
int RunLint(const LintOptions& options);

}  // namespace structural::cli
