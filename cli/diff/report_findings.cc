// Reports changes as findings of lint: a failing change is an error, a possibly harmful one a
// warning.
#include <span>
#include <vector>

#include "cli/diff/folded.h"
#include "cli/report/rules/diff_rules.h"
#include "cli/report/rules/rules.h"

namespace structural::cli {
namespace {

using crd::Rule;
using findings::Finding;
using findings::Severity;

// The rules of diff, and those of lint for refused updates (--policy server and kep).
std::span<const Rule* const> ReportedRules() {
  static const auto all = [] {
    const auto own = rules::DiffRules(), others = rules::LintRules();
    std::vector<const Rule*> list(own.begin(), own.end());
    list.insert(list.end(), others.begin(), others.end());
    return list;
  }();
  return all;
}

// Returns null for a harmless change.
const Rule* RuleOf(const compare::Change& change) {
  if (change.refuses()) return change.certain() ? &rules::kObjectsRefused : &rules::kObjectsPossiblyRefused;
  if (change.aspect == compare::Aspect::kLoss) return &rules::kDataLost;
  if (change.aspect == compare::Aspect::kDefault) return &rules::kDefaultChanged;
  return change.breaks ? &rules::kClientsBreak : nullptr;
}

Finding FindingOf(const Rule& rule, document::Position at, const CrdDiff& diff) {
  Finding finding;
  finding.rule = rule.id;
  finding.at = at;
  finding.crd = diff.name;
  return finding;
}

class FindingsDiffReporter : public DiffReporter {
 public:
  explicit FindingsDiffReporter(const DiffOptions& options)
      : options_(options), reporter_(findings::NewReporter(options.output, {"structural diff", ReportedRules()})) {}

  std::string Begin() override { return reporter_->Begin(); }

  std::string Add(const CrdDiff& diff) override {
    findings::FileReport report;
    report.file = diff.plain_file;  // annotations need paths without revisions
    const FoldedCrd folded = Fold(diff, {.texts = false, .separate = options_.all});
    for (const FoldedChange& change : folded.failing) AddChange(diff, change, report);
    for (const FoldedChange& change : folded.others) AddChange(diff, change, report);
    report.findings.insert(report.findings.end(), diff.refusals.begin(), diff.refusals.end());
    if (diff.state == CrdDiff::State::kRemoved)
      AddRemoved(diff, diff.fails, "the CRD " + diff.name + " is removed", report);
    if (!diff.renamed_from.empty()) AddRemoved(diff, diff.rename_fails, RenameText(diff.renamed_from), report);
    return reporter_->File(report);
  }

  std::string End(const DiffTotals& totals) override {
    findings::Summary summary;
    summary.unread = totals.unread;
    return reporter_->End(summary);
  }

 private:
  static void AddRemoved(const CrdDiff& diff, bool fails, std::string message, findings::FileReport& to) {
    Finding finding = FindingOf(rules::kCrdRemoved, {1, 1}, diff);
    finding.severity = fails ? Severity::kError : Severity::kWarning;
    finding.message = std::move(message);
    to.findings.push_back(std::move(finding));
  }

  static void AddChange(const CrdDiff& diff, const FoldedChange& folded, findings::FileReport& to) {
    const DiffEntry& entry = folded.entry;
    const Rule* rule = RuleOf(entry.change);
    if (rule == nullptr) return;
    Finding finding = FindingOf(*rule, entry.after, diff);
    finding.severity = entry.fails ? Severity::kError : Severity::kWarning;
    finding.versions = folded.versions;
    finding.path = entry.change.after_path;
    finding.message = std::string(ClaimOf(entry.change).one) + ": " + folded.Subject() + ": " + folded.Text();
    const std::string met = AffectedObjectsText(entry.met);
    if (!met.empty()) finding.message += "; stored objects: " + met;
    if (entry.change.witness) finding.message += "\n" + WitnessText(*entry.change.witness, "");
    to.findings.push_back(std::move(finding));
  }

  const DiffOptions& options_;
  std::unique_ptr<findings::Reporter> reporter_;
};

}  // namespace

std::unique_ptr<DiffReporter> NewFindingsDiffReporter(const DiffOptions& options) {
  return std::make_unique<FindingsDiffReporter>(options);
}

}  // namespace structural::cli
