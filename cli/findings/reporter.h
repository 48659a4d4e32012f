// Reporter: writes findings in one of the forms that people and machines read.
//
// Called in the order of the files, by one thread at a time; each call returns the next piece of
// the output, so that nothing but one file's findings is in memory.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cli/findings/finding.h"
#include "cli/shared/input_reader.h"

namespace structural::rules {
struct Rule;
}

namespace structural::findings {

struct Summary {
  std::size_t files = 0;
  std::size_t bytes = 0;
  std::size_t crds = 0;
  std::size_t others = 0;      // documents of other kinds
  std::size_t unread = 0;      // documents and files that could not be read
  std::size_t violations = 0;  // findings that are errors, unread ones not counted
  std::size_t warnings = 0;
  std::size_t suppressed = 0;  // by their CRDs, not reported
  std::size_t known = 0;       // in the baseline, not reported
  std::size_t hidden = 0;      // beyond --max-violations, not reported
  std::size_t found_in = 0;    // files with a finding that is counted here
  cli::SkippedFiles skipped = {};
  std::vector<std::string> errors = {};  // why the run fails, beside what is a finding; without the name of the command
};

class Reporter {
 public:
  virtual ~Reporter() = default;
  virtual std::string Begin() { return {}; }
  virtual std::string File(const FileReport& report) = 0;
  virtual std::string End(const Summary& summary) = 0;
};

// Whose findings they are.
struct ReportedBy {
  std::string_view command = "structural lint";
  std::span<const rules::Rule* const> rules = {};  // that they name; empty: LintRules()
};

std::unique_ptr<Reporter> NewTextReporter(bool colors);
std::unique_ptr<Reporter> NewJsonReporter();
std::unique_ptr<Reporter> NewSarifReporter(std::string_view version, const ReportedBy& by = {});
std::unique_ptr<Reporter> NewGithubReporter();
std::unique_ptr<Reporter> NewRdjsonReporter();
std::unique_ptr<Reporter> NewJunitReporter(const ReportedBy& by = {});
std::unique_ptr<Reporter> NewCheckstyleReporter();

// The one for "sarif", "rdjson", "github", "junit" or "checkstyle"; null for another form.
std::unique_ptr<Reporter> NewReporter(std::string_view form, const ReportedBy& by = {});

}  // namespace structural::findings
