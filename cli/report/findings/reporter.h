// Reporter: writes the findings of a run in a format for people or programs.
//
// Call Begin once, then File for each file in order, then End once. Not thread-safe. Each call returns the next part of
// the output, so that only one file's findings are in memory.
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

// The counts of a run.
struct Summary {
  std::size_t files = 0;
  std::size_t crds = 0;
  std::size_t other_documents = 0;   // documents that the command does not check
  std::size_t unread_documents = 0;  // documents and files that could not be read
  std::size_t violations = 0;        // findings that are errors, except unread documents
  std::size_t warnings = 0;
  std::size_t suppressed = 0;           // unreported findings that annotations of CRDs suppress
  std::size_t baseline_findings = 0;    // unreported findings that are in the baseline
  std::size_t hidden_findings = 0;      // unreported findings after the first --max-violations
  std::size_t files_with_findings = 0;  // files with a violation, a warning or an unread document
  cli::SkippedFiles skipped = {};
  std::vector<std::string> errors = {};  // reasons other than findings why the run failed

  // Adds the counts of a file, except the number of its findings.
  void Add(const FileReport& report);
};

class Reporter {
 public:
  virtual ~Reporter() = default;
  virtual std::string Begin() { return {}; }
  virtual std::string File(const FileReport& report) = 0;
  virtual std::string End(const Summary& summary) = 0;
};

// The command that reports findings, and the rules of the findings.
struct ReportedBy {
  std::string_view command = "structural lint";
  std::span<const crd::Rule* const> rules = {};  // empty: LintRules()
};

std::unique_ptr<Reporter> NewTextReporter(bool colors);
std::unique_ptr<Reporter> NewJsonReporter();
// `version` is the version of this program.
std::unique_ptr<Reporter> NewSarifReporter(std::string_view version, const ReportedBy& by = {});
std::unique_ptr<Reporter> NewGithubReporter();
std::unique_ptr<Reporter> NewRdjsonReporter();
std::unique_ptr<Reporter> NewJunitReporter(const ReportedBy& by = {});
std::unique_ptr<Reporter> NewCheckstyleReporter();

// Returns the reporter for the format "sarif", "rdjson", "github", "junit" or "checkstyle"; null for any other format.
std::unique_ptr<Reporter> NewReporter(std::string_view form, const ReportedBy& by = {});

// The words of the summary sentence. Nouns are in the singular; their plural ends in an s.
struct SummaryWords {
  std::string_view finding_noun;  // for a finding that is an error: "violation"
  std::string_view input_noun;    // for a part of the input that the command counts: "CRD"
  std::string_view participle;    // participle of the command's verb: "checked"
};
inline constexpr SummaryWords kLintWords = {"violation", "CRD", "checked"};

// Returns "2 violations and 1 warning in 1 of 3 files: 4 CRDs checked, 1 other document skipped". If something could
// not be read or `errors` is not empty, the sentence contains the number of these failures, and never "no violations".
std::string Sentence(const Summary& summary, const SummaryWords& words = kLintWords);

}  // namespace structural::findings
