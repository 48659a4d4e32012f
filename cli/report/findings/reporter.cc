#include "cli/report/findings/reporter.h"

#include "cli/shared/command.h"
#include "cli/shared/wrap.h"

namespace structural::findings {

void Summary::Add(const FileReport& report) {
  ++files;
  crds += report.crds;
  other_documents += report.other_documents;
  unread_documents += report.unread_documents;
  suppressed += report.suppressed;
  skipped.Add(report.file, report.skipped, report.chart);
}

std::unique_ptr<Reporter> NewReporter(std::string_view form, const ReportedBy& by) {
  if (form == "sarif") return NewSarifReporter(cli::VersionNumber(), by);
  if (form == "rdjson") return NewRdjsonReporter();
  if (form == "github") return NewGithubReporter();
  if (form == "junit") return NewJunitReporter(by);
  if (form == "checkstyle") return NewCheckstyleReporter();
  return nullptr;
}

namespace {

// Returns the first part of the summary sentence: "2 violations, 1 warning and 1 unreadable document".
std::string FindingsText(const Summary& s, const SummaryWords& words) {
  std::vector<std::string> parts;
  if (s.violations != 0) parts.push_back(cli::CountOf(s.violations, words.finding_noun));
  const bool failed = s.unread_documents != 0 || !s.errors.empty();
  if (s.violations == 0 && !failed) parts.push_back(std::string("no ").append(words.finding_noun).append("s"));
  if (s.warnings != 0) parts.push_back(cli::CountOf(s.warnings, "warning"));
  if (s.unread_documents != 0) parts.push_back(cli::CountOf(s.unread_documents, "unreadable document"));
  if (!s.errors.empty()) parts.push_back(cli::CountOf(s.errors.size(), "failure"));
  return cli::JoinWithAnd(parts);
}

}  // namespace

std::string Sentence(const Summary& s, const SummaryWords& words) {
  const bool some = s.files_with_findings != 0 && s.files_with_findings < s.files;
  std::string text = FindingsText(s, words) + " in ";
  if (some) text += std::to_string(s.files_with_findings) + " of ";
  text += cli::CountOf(s.files, "file") + ": " + cli::CountOf(s.crds, words.input_noun) + " ";
  text += words.participle;
  if (s.other_documents != 0) text += ", " + cli::CountOf(s.other_documents, "other document") + " skipped";
  if (s.suppressed != 0) text += ", " + std::to_string(s.suppressed) + " suppressed";
  if (s.baseline_findings != 0) text += ", " + std::to_string(s.baseline_findings) + " in the baseline";
  if (s.hidden_findings != 0) text += ", " + std::to_string(s.hidden_findings) + " more not shown";
  return text;
}

}  // namespace structural::findings
