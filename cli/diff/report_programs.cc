// The reports for programs: JSON, and two formats of lint.
#include <span>
#include <utility>

#include "cli/diff/diff.h"
#include "cli/diff/folded.h"
#include "cli/report/rules/diff_rules.h"
#include "cli/report/rules/rules.h"
#include "schema/compare/json_form.h"
#include "schema/json/write.h"

namespace structural::cli {
namespace {

constexpr std::string_view kStates[] = {"changed", "added", "removed"};

void AddPlace(std::string_view key, const std::string& file, document::Position at, json::Writer& to) {
  to.Key(key).BeginObject().Add("file", file).Add("line", at.line).Add("column", at.column).EndObject();
}

void AddAffected(const AffectedObjects& affected, json::Writer& to) {
  to.Key("stored").BeginObject();
  for (std::size_t i = 0; i < kStoredEffectCount; ++i) {
    if (affected[i].objects == 0) continue;
    to.Key(kAllStoredEffects[i].name)
        .BeginObject()
        .Add("objects", affected[i].objects)
        .Add("first", affected[i].first)
        .EndObject();
  }
  to.EndObject();
}

void AddStored(const StoredResults& stored, json::Writer& to) {
  to.Key("stored").BeginObject().Add("version", stored.version).Add("objects", stored.counts.objects);
  for (const StoredEffect& effect : kAllStoredEffects) to.Add(effect.name, (stored.counts.*effect.counts).objects());
  to.Add("others", UnattributedTexts(stored)).Add("notes", stored.notes).Add("error", stored.failure).EndObject();
}

void AddSummary(const StoredSummary& stored, json::Writer& to) {
  to.Key("stored").BeginObject().Add("kinds", stored.kinds).Add("unread", stored.unread_kinds);
  to.Add("objects", stored.objects);
  for (const StoredEffect& effect : kAllStoredEffects) to.Add(effect.name, stored.*effect.total);
  to.EndObject();
}

// Writes {"crds": […], "summary": {…}}.
class JsonDiffReporter : public DiffReporter {
 public:
  explicit JsonDiffReporter(bool texts) : texts_(texts) {}

  std::string Begin() override { return "{\"crds\": ["; }

  std::string Add(const CrdDiff& diff) override {
    std::string text = std::exchange(separator_, ",\n");
    json::Writer to(text);
    to.BeginObject().Add("name", diff.name);
    to.Add("state", diff.changed() ? kStates[static_cast<int>(diff.state)] : "same");
    to.Add("fails", diff.fails)
        .Add("complete", diff.compared_completely && diff.searched_completely)
        .Add("error", diff.error);
    if (!diff.renamed_from.empty()) to.Add("renamedFrom", diff.renamed_from);
    to.Add("beforeFile", diff.before_file).Add("afterFile", diff.after_file);
    to.Key("versions").BeginList();
    for (const auto& version : diff.versions) compare::AddVersion(version, to);
    to.EndList().Key("changes").BeginList();
    for (const DiffEntry& entry : diff.entries) AddEntry(diff, entry, to);
    to.EndList().Key("refusals").BeginList();
    for (const findings::Finding& finding : diff.refusals) AddRefusal(diff, finding, to);
    to.EndList();
    if (diff.stored) AddStored(*diff.stored, to);
    to.EndObject();
    return text;
  }

  std::string End(const DiffTotals& totals) override {
    std::string text = "\n],\n\"summary\": ";
    json::Writer to(text);
    to.BeginObject().Add("crds", totals.crds).Add("changed", totals.changed_crds);
    to.Add("failed", totals.failing_crds).Add("unread", totals.unreadable_crds).Key("claims").BeginObject();
    for (const auto& [claim, count] : totals.claims) to.AnyKey(claim).Add(count);
    to.EndObject();
    if (totals.stored) AddSummary(*totals.stored, to);
    to.EndObject();
    return text + "}\n";
  }

 private:
  void AddEntry(const CrdDiff& diff, const DiffEntry& entry, json::Writer& to) const {
    if (!texts_ && entry.change.aspect == compare::Aspect::kTexts) return;
    const Claim& claim = ClaimOf(entry.change);
    to.BeginObject().Add("claim", claim.id).Add("sentence", claim.singular).Add("fails", entry.fails);
    compare::AddMembers(entry.change, to);
    AddPlace("beforePlace", diff.before_file, entry.before, to);
    AddPlace("afterPlace", diff.after_file, entry.after, to);
    if (diff.stored && entry.change.version == diff.stored->version) AddAffected(entry.affected, to);
    to.EndObject();
  }

  static void AddRefusal(const CrdDiff& diff, const findings::Finding& finding, json::Writer& to) {
    to.BeginObject().Add("rule", finding.rule).Add("severity", findings::Name(finding.severity));
    to.Add("path", finding.path).Add("message", finding.message);
    AddPlace("place", diff.after_file, finding.at, to);
    to.EndObject();
  }

  const bool texts_;
  std::string separator_ = "\n";
};

}  // namespace

std::unique_ptr<DiffReporter> NewJsonDiffReporter(const DiffOptions& options) {
  return std::make_unique<JsonDiffReporter>(options.list_descriptions);
}

namespace {

using crd::Rule;
using findings::Finding;
using findings::Severity;

// Returns the rules of the findings: those of diff and, for updates that --policy server or kep refuses, those of lint.
std::span<const Rule* const> ReportedRules() {
  static const auto all = rules::WithLintRules(rules::DiffRules());
  return all;
}

// Returns the rule of the finding for a change; null for a harmless change, which is not reported as a finding.
const Rule* RuleOf(const compare::Change& change) {
  if (change.refuses()) return change.certain() ? &rules::kObjectsRefused : &rules::kObjectsPossiblyRefused;
  if (change.aspect == compare::Aspect::kLoss) return &rules::kDataLost;
  if (change.aspect == compare::Aspect::kDefault) return &rules::kDefaultChanged;
  if (change.aspect == compare::Aspect::kApplies) return &rules::kAppliesChanged;
  return change.breaks_clients ? &rules::kClientsBreak : nullptr;
}

Finding FindingOf(const Rule& rule, document::Position at, const CrdDiff& diff) {
  Finding finding;
  finding.rule = rule.id;
  finding.at = at;
  finding.crd = diff.name;
  return finding;
}

// Writes changes as findings of lint. A failing change is an error; another change that can do harm is a warning.
class FindingsDiffReporter : public DiffReporter {
 public:
  explicit FindingsDiffReporter(const DiffOptions& options)
      : options_(options), reporter_(findings::NewReporter(options.output, {"structural diff", ReportedRules()})) {}

  std::string Begin() override { return reporter_->Begin(); }

  std::string Add(const CrdDiff& diff) override {
    findings::FileReport report;
    report.file = diff.plain_file;  // GitHub's annotations need paths without git revisions
    const FoldedCrd folded = Fold(diff, {.list_descriptions = false, .separate = options_.list_each_change});
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
    summary.unread_documents = totals.unreadable_crds;
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
    finding.message = std::string(ClaimOf(entry.change).singular) + ": " + folded.Subject() + ": " + folded.Text();
    const std::string affected = AffectedObjectsText(entry.affected);
    if (!affected.empty()) finding.message += "; stored objects: " + affected;
    if (entry.change.witness) finding.message += "\n" + WitnessText(*entry.change.witness, "");
    if (entry.change.applies)
      finding.message += "\n" + AppliesText(*entry.change.applies, "") + ApplyOutcomesText(entry.change, "");
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
