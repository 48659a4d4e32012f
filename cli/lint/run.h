// A run of `structural lint`.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "cli/findings/finding.h"
#include "cli/findings/rule_levels.h"
#include "cli/shared/files.h"
#include "schema/compatibility/change.h"
#include "schema/fix/plan.h"
#include "schema/validate/release.h"

namespace structural::cli {

struct LintOptions {
  std::vector<std::string> paths;
  FileFilter filter;
  std::string output = "text";  // json, sarif, rdjson, github, junit, checkstyle
  // Of the fixes that sarif and rdjson offer; nullopt: none.
  std::optional<fix::ChangeImpact> fixes = fix::ChangeImpact::kSame;
  findings::Severity severity = findings::Severity::kWarning;  // the least that is reported
  std::size_t max_violations = 0;                      // that are reported; 0: all
  bool strict = false;
  bool only_structural = false;
  std::string against;  // a path or a revision; empty: schemas are judged, not changes
  std::optional<compatibility::Policy> policy = std::nullopt;  // on changes; nullopt: both
  validate::Release release = {};  // of Kubernetes
  bool quiet = false;
  bool no_fail = false;
  bool allow_empty = false;  // it is no failure that there is no CRD
  std::string baseline;      // files; empty: none
  bool baseline_of_config = false;  // it is named by the configuration: only a regular file is read
  std::string write_baseline;
  findings::RuleLevels rules = {};
  int jobs = 1;
};

// Reads, judges and reports to standard output; forms for people have their last line on standard
// error. Returns the exit code.
int RunLint(const LintOptions& options);

}  // namespace structural::cli
