// Reporter: writes findings in a format for people or programs.
//
// Must be called in the order of the files, by one thread at a time. Each call returns the next part of the output, so
// that only one file's findings are in memory.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cli/report/findings/finding.h"
#include "cli/shared/input_reader.h"

namespace structural::crd {
struct Rule;
}

namespace structural::findings {

struct Summary {
  std::size_t files = 0;
  std::size_t crds = 0;
  std::size_t others = 0;      // number of documents of kinds that the command does not check
  std::size_t unread = 0;      // documents and files that could not be read
  std::size_t violations = 0;  // findings that are errors, except unread documents
  std::size_t warnings = 0;
  std::size_t suppressed = 0;  // findings that their CRDs' annotations suppress, not reported
  std::size_t known = 0;       // findings in the baseline, not reported
  std::size_t hidden = 0;      // findings beyond --max-violations, not reported
  std::size_t found_in = 0;    // files with a counted finding
  cli::SkippedFiles skipped = {};
  std::vector<std::string> errors = {};  // reasons of a failed run that are not findings

  // Adds the counts of a file, but does not count its findings.
  void Add(const FileReport& report);
};

class Reporter {
 public:
  virtual ~Reporter() = default;
  virtual std::string Begin() { return {}; }
  virtual std::string File(const FileReport& report) = 0;
  virtual std::string End(const Summary& summary) = 0;
};

// The command that reports findings, and its rules.
struct ReportedBy {
  std::string_view command = "structural lint";
  std::span<const crd::Rule* const> rules = {};  // the command's rules; empty: LintRules()
};

std::unique_ptr<Reporter> NewTextReporter(bool colors);
std::unique_ptr<Reporter> NewJsonReporter();
std::unique_ptr<Reporter> NewSarifReporter(std::string_view version, const ReportedBy& by = {});
std::unique_ptr<Reporter> NewGithubReporter();
std::unique_ptr<Reporter> NewRdjsonReporter();
std::unique_ptr<Reporter> NewJunitReporter(const ReportedBy& by = {});
std::unique_ptr<Reporter> NewCheckstyleReporter();

// Returns the reporter for "sarif", "rdjson", "github", "junit" or "checkstyle"; null for another
// format.
std::unique_ptr<Reporter> NewReporter(std::string_view form, const ReportedBy& by = {});

// The words of the summary sentence. The plural of a noun is the noun with an s.
struct SummaryWords {
  std::string_view finding;  // noun for a finding that is an error
  std::string_view thing;    // noun for an input that the command counts: "CRD"
  std::string_view done;     // participle of the command's verb: "checked"
};
inline constexpr SummaryWords kOfLinting = {"violation", "CRD", "checked"};

// Returns "2 violations and 1 warning in 1 of 3 files: 4 CRDs checked, 1 other document skipped". If the run failed,
// the sentence has the number of failures, and does not contain "no violations".
std::string Sentence(const Summary& summary, const SummaryWords& words = kOfLinting);

}  // namespace structural::findings
