#include "cli/report/findings/finding.h"

#include <algorithm>
#include <utility>

#include "cli/report/rules/rules.h"
#include "cli/report/rules/server_rules.h"
#include "schema/base/quote.h"
#include "schema/base/text.h"
#include "schema/validate/rule_ids.h"

namespace structural::findings {
namespace {

// Maximum size in bytes of a message in an identity. Without this limit, it could contain a whole schema.
constexpr std::size_t kMessageBytes = 200;

// Returns whether messages of the rule contain numbers that depend on other parts of the file.
bool HasVariableNumbers(std::string_view rule) {
  const std::string_view counting[] = {rules::kRequestSize.id, rules::kObjectSize.id, rules::kApplySize.id,
                                       rules::kDuplicateKey.id, validate::kCelCost};
  return std::ranges::find(counting, rule) != std::end(counting);
}

// Appends one part of a finding's identity, with tabs and line breaks escaped.
void AppendPart(std::string_view part, std::string& to) {
  std::string text;
  for (const char c : part) text.append(c == '\\' ? 2 : 1, c);
  to += base::EscapeUnprintable(text);
}

}  // namespace

void FileReport::Add(Finding finding) {
  if (full()) return;
  bytes_of_findings += sizeof(finding) + finding.path.size() + finding.named_path.size() + finding.message.size() +
                       finding.server_message.size() + finding.source.size();
  if (full()) {
    finding.rule = rules::kUnreadableFile.id;
    finding.severity = Severity::kError;
    finding.message = finding.server_message =
        "the file has too many findings to list; those before this place are the first";
    finding.path = finding.named_path = {};
    ++unread_documents;
  }
  findings.push_back(std::move(finding));
}

std::string_view Name(Severity severity) { return severity == Severity::kError ? "error" : "warning"; }

std::string Text(const Finding& finding) {
  std::string text = finding.path;
  base::AppendItem(text, ": ", finding.message);
  return text;
}

std::string Text(const SuggestedFix& fix) { return std::string(fix.impact) + ": " + fix.reason; }

std::string Identity(const Finding& finding) {
  std::string identity(finding.rule);
  AppendPart(finding.crd, identity += '\t');
  AppendPart(finding.named_path.empty() ? finding.path : finding.named_path, identity += '\t');
  const bool any = HasVariableNumbers(finding.rule) || finding.message.empty();
  AppendPart(any ? kAnyMessage : base::Shorten(finding.message, kMessageBytes), identity += '\t');
  return identity;
}

FileReport UnreadableFile(std::string file, std::string message) {
  FileReport report;
  report.file = std::move(file);
  report.unread_documents = 1;
  Finding finding;
  finding.rule = rules::kUnreadableFile.id;
  finding.at = {1, 1};
  finding.message = std::move(message);
  report.findings.push_back(std::move(finding));
  return report;
}

}  // namespace structural::findings
