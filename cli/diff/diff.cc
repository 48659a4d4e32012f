#include "cli/diff/diff.h"

#include <iostream>
#include <iterator>
#include <set>

#include "cli/report/findings/against.h"
#include "cli/report/findings/server_errors.h"
#include "cli/shared/common_flags.h"
#include "cli/shared/head.h"
#include "cli/shared/locate.h"
#include "cli/shared/output.h"
#include "cli/shared/wrap.h"
#include "document/write_yaml.h"
#include "schema/base/quote.h"
#include "schema/base/stack.h"
#include "schema/base/text.h"

namespace structural::cli {
namespace {

using compare::Aspect;
using compare::Change;

// Returns the text of an error of compare::Compare, with its place in the old or new CRD.
std::string ErrorText(const SourceCrd& before, const SourceCrd& after, const base::Error& why) {
  const bool old = why.step() == "old";
  const SourceCrd& side = old ? before : after;
  const DecodeError error = LocateDecodeError(side.document.json, old ? why.WithoutStep() : why);
  return PlaceOf(side.file, side.document.At(error.offset), "") + ": " + error.message;
}

}  // namespace

std::string PlaceOf(const std::string& file, document::Position at, const std::string& path) {
  if (at.line > 0) return document::PlaceText(file, at);
  return path.empty() ? file : file + ": " + path;
}

std::string RenameText(std::string_view renamed_from) {
  return std::string(renamed_from) + " is removed, with all its objects: the new CRD has another name";
}

std::string SentenceOf(const DiffTotals& totals) {
  std::string text = CountOf(totals.crds, "CRD") + " compared, " + std::to_string(totals.changed_crds) + " changed, " +
                     std::to_string(totals.failing_crds) + " failed";
  if (totals.unreadable_crds > 0) text += ", " + std::to_string(totals.unreadable_crds) + " not readable";
  const std::string claims = CountsText(totals.claims);
  if (!claims.empty()) text += ": " + claims;
  if (totals.stored) text += "; " + SentenceOf(*totals.stored);
  return text;
}

std::string SubjectOf(const Change& change) {
  return change.name.empty() ? compare::FieldText(change.field) : change.name;
}

std::string WitnessOutcome(const Change& change) {
  if (!change.witness->read_object.empty()) return "read otherwise in " + change.version;
  return change.witness->refusal.empty() ? "stored otherwise" : "refused";
}

namespace {

constexpr std::size_t kShortValue = 300;

std::string WithMargin(std::string_view lines, std::string_view margin) {
  std::string text;
  for (std::string_view rest = lines; !rest.empty();) {
    const std::size_t end = rest.find('\n');
    text.append(margin).append(Printable(rest.substr(0, end))).append("\n");
    rest.remove_prefix(end == rest.npos ? rest.size() : end + 1);
  }
  return text;
}

// Returns the result of an apply in words: conflict with "one": .spec.ports; with force, the server stores
// [{"port":80}]
std::string OutcomeText(const compare::ApplyOutcome& outcome) {
  std::string text;
  for (const auto& conflict : outcome.conflicts)
    base::AppendItem(text, ", ", "conflict with \"" + conflict.manager + "\": " + conflict.field);
  text += text.empty() ? "the server " : "; with force, the server ";
  if (!outcome.error.empty()) return text + "refuses the object: " + base::Shorten(outcome.error, kShortValue);
  return text + "stores " +
         (outcome.changed_value.empty() ? "no value" : base::Shorten(outcome.changed_value, kShortValue));
}

}  // namespace

std::string WitnessText(const compare::Witness& witness, std::string_view margin) {
  std::string yaml;
  if (!witness.old_object.empty()) document::AppendYaml(witness.old_object, yaml = "# before the update\n");
  document::AppendYaml(witness.object, yaml += witness.old_object.empty() ? "" : "---\n");
  return WithMargin(yaml, margin);
}

std::string AppliesText(const compare::AppliesWitness& applies, std::string_view margin) {
  std::string yaml;
  for (const compare::ApplyRequest& request : applies.requests) {
    const std::string of = request.subresource.empty() ? "" : "the " + request.subresource + " of ";
    yaml += (yaml.empty() ? "# " : "---\n# ") + request.manager + " applies " + of + "this object\n";
    document::AppendYaml(request.object, yaml);
  }
  return WithMargin(yaml, margin);
}

std::string ApplyOutcomesText(const Change& change, std::string_view margin) {
  const compare::AppliesWitness& applies = *change.applies;
  return WithMargin("before: " + OutcomeText(applies.before) + "\nnow: " + OutcomeText(applies.after) + "\n", margin);
}

namespace {

// Compares pairs of an old and a new CRD, and decides whether the differences fail under the policy.
class Differ {
 public:
  explicit Differ(const DiffOptions& options) : options_(options) {}
  CrdDiff Compare(const CrdPair& pair) const;

  // Sets whether the diff and its entries fail, from the counts of stored objects.
  void EvaluateStored(CrdDiff& diff) const;

 private:
  void AddChanges(const SourceCrd& before, const SourceCrd& after, CrdDiff& to) const;
  void AddRefusals(const SourceCrd& before, const SourceCrd& after, CrdDiff& to) const;
  void CheckAdded(const SourceCrd& after, CrdDiff& to) const;
  void AddUnserved(const SourceCrd& after, CrdDiff& to) const;
  bool Fails(const compare::Change& change) const;

  const DiffOptions& options_;
};

bool Differ::Fails(const Change& change) const {
  if (options_.policy == DiffPolicy::kServer) return change.aspect == Aspect::kClients && change.breaks_clients;
  if (options_.policy == DiffPolicy::kKep) return false;
  const bool claims = change.refuses() || change.refuses_all || change.aspect == Aspect::kLoss;
  return claims && (options_.possible_fail || change.certain());
}

void Differ::AddChanges(const SourceCrd& before, const SourceCrd& after, CrdDiff& to) const {
  base::Arena arena;
  auto comparison = compare::Compare(before.document.json, after.document.json, arena);
  if (!comparison.ok()) {
    to.error = ErrorText(before, after, comparison.error());
    return;
  }
  if (options_.find_witnesses) compare::FindWitnesses(before.document.json, after.document.json, *comparison, arena);
  to.versions = std::move(comparison->versions);
  to.compared_completely = comparison->complete;
  to.searched_completely = comparison->search_completed;
  to.fails |= !to.compared_completely && options_.policy == DiffPolicy::kObjects && options_.possible_fail;
  const document::Tree old_tree(before.document.json), new_tree(after.document.json);
  to.entries.reserve(comparison->changes.size());
  for (Change& change : comparison->changes) {
    DiffEntry entry{std::move(change), {}, {}, false};
    entry.before = before.At(old_tree, entry.change.before_path);
    entry.after = after.At(new_tree, entry.change.after_path);
    entry.fails = Fails(entry.change);
    to.fails |= entry.fails;
    to.entries.push_back(std::move(entry));
  }
}

// Checks an added CRD by a comparison with itself. The comparison finds no changes, but reports the errors in the CRD
// because of which it could not be compared with later CRDs.
void Differ::CheckAdded(const SourceCrd& after, CrdDiff& to) const {
  base::Arena arena;
  const auto comparison = compare::Compare(after.document.json, after.document.json, arena);
  if (!comparison.ok()) to.error = ErrorText(after, after, comparison.error());
  if (comparison.ok()) AddUnserved(after, to);
}

// Makes the diff fail if stored objects are harmed. With --only-stored, only changes that harm a stored object fail. If
// some objects could not be read, --only-stored has no effect.
void Differ::EvaluateStored(CrdDiff& diff) const {
  if (options_.policy != DiffPolicy::kObjects || !diff.stored) return;
  const bool only = options_.only_stored_fail && diff.stored->failure.empty();
  diff.fails = diff.stored->harms() || (diff.fails && !only);
  for (DiffEntry& entry : diff.entries) {
    const bool meets_all = entry.fails && entry.change.refuses_all && diff.stored->counts.objects > 0;
    entry.fails = Harms(entry.affected) || meets_all || (entry.fails && !only);
    diff.fails |= entry.fails;
  }
}

void Differ::AddRefusals(const SourceCrd& before, const SourceCrd& after, CrdDiff& to) const {
  if (options_.policy == DiffPolicy::kObjects) return;
  const auto policy =
      options_.policy == DiffPolicy::kServer ? compatibility::Policy::kServer : compatibility::Policy::kKep;
  base::Arena arena;
  to.refusals = findings::UpdateFindings(to.name, before.document.json, after.document, policy, arena);
  to.fails |= to.refusal_errors() > 0;
}

// Adds an error if no API server of the default release serves the apiVersion of the new CRD. Does nothing under
// DiffPolicy::kKep, because the compatibility plan of KEP 2335 assumes that the version is served.
void Differ::AddUnserved(const SourceCrd& after, CrdDiff& to) const {
  if (options_.policy == DiffPolicy::kKep) return;
  const std::string_view version = ReadHead(after.document.json).api_version;
  auto error = findings::UnservedVersion(version, validate::Release());
  if (!error || std::ranges::find(to.refusals, error->rule, &findings::Finding::rule) != to.refusals.end()) return;
  findings::Finding finding;
  finding.rule = error->rule;
  finding.at = after.At(document::Tree(after.document.json), error->path);
  finding.crd = to.name;
  finding.path = std::move(error->path);
  finding.message = std::move(error->message);
  finding.server_message = std::move(error->server_message);
  to.refusals.insert(to.refusals.begin(), std::move(finding));
  to.fails = true;
}

CrdDiff Differ::Compare(const CrdPair& pair) const {
  const auto [before, after] = pair;
  CrdDiff diff{.name = pair.name()};
  diff.plain_file = (after == nullptr ? before : after)->plain_file;
  if (before != nullptr) diff.before_file = before->file;
  if (after != nullptr) diff.after_file = after->file;
  if (before == nullptr || after == nullptr) {
    diff.state = before == nullptr ? CrdDiff::State::kAdded : CrdDiff::State::kRemoved;
    diff.fails = after == nullptr && options_.policy != DiffPolicy::kKep;
    if (after != nullptr) base::WithDeepStack([&] { CheckAdded(*after, diff); });
    return diff;
  }
  if (before->name != after->name) {
    diff.renamed_from = before->name.empty() ? "the old CRD" : before->name;
    diff.fails = diff.rename_fails = options_.policy != DiffPolicy::kKep;
  }
  base::WithDeepStack([&] {
    AddChanges(*before, *after, diff);
    AddRefusals(*before, *after, diff);
  });
  if (before->document.json != after->document.json) AddUnserved(*after, diff);
  return diff;
}

std::unique_ptr<DiffReporter> NewDiffReporter(const DiffOptions& options) {
  if (options.output == "json") return NewJsonDiffReporter(options);
  if (options.output == "markdown") return NewMarkdownDiffReporter(options);
  if (options.output == "text") return NewTextDiffReporter(options, WantsColors());
  return NewFindingsDiffReporter(options);
}

class DiffRun {
 public:
  explicit DiffRun(const DiffOptions& options) : options_(options), reporter_(NewDiffReporter(options)) {}

  int Run();

 private:
  bool Read();
  bool ReadSide(const std::string& named, base::Result<SourceCrds> read, SourceCrds& to);
  bool ReadAfter();
  bool ReadCluster();
  bool Pair();
  CrdDiff Compare(const Differ& differ, const CrdPair& pair) const;
  std::vector<CrdDiff> CountedDiffs();
  void Report(const CrdDiff& diff);
  void Count(const CrdDiff& diff);
  int ExitCode() const;

  const DiffOptions& options_;
  std::unique_ptr<DiffReporter> reporter_;
  SourceCrds before_, after_;
  std::vector<CrdPair> pairs_;  // pairs of before_ and after_
  DiffTotals totals_;
  ReportOutput out_;
  int walked_ = kExitOk;  // exit code of CountStored
};

bool DiffRun::ReadSide(const std::string& named, base::Result<SourceCrds> read, SourceCrds& to) {
  if (!read.ok()) {
    PrintError("structural diff: " + named + ": " + read.error().message());
    return false;
  }
  to = *std::move(read);
  return true;
}

bool DiffRun::ReadAfter() {
  const bool one = options_.paths.size() == 1;
  for (const std::string& path : options_.paths) {
    SourceCrds some;
    const CrdSource source{.source = path,
                           .may_be_missing = options_.allow_empty,
                           .may_be_empty = options_.allow_empty || !one,
                           .filter = options_.filter};
    if (!ReadSide(path, ReadCrds(source), some)) return false;
    std::ranges::move(some, std::back_inserter(after_));
  }
  if (!after_.empty() || options_.allow_empty) return true;
  ReportNothingFound("diff", "CRD");
  return false;
}

// Reads the old CRDs from the cluster and the new CRDs from files. Drops CRDs of the cluster that no file defines.
// Returns false after an error.
bool DiffRun::ReadCluster() {
  const controller::Selector& selector = options_.stored.selector;
  if (!ReadAfter() || !ReadSide("--cluster", ReadClusterCrds(*options_.cluster, selector), before_)) return false;
  std::erase_if(after_, [&](const SourceCrd& each) { return !selector.Matches(each.name); });
  std::set<std::string_view> names;
  for (const SourceCrd& each : after_) names.insert(each.name);
  std::erase_if(before_, [&](const SourceCrd& each) { return !names.contains(each.name); });
  if (!before_.empty() || after_.empty() || options_.allow_empty) return true;
  PrintError(
      "structural diff: --cluster: the API server has none of these CRDs; use --allow-empty if that is right, as for a "
      "first release");
  return false;
}

bool DiffRun::Read() {
  if (options_.cluster) return ReadCluster();
  const bool against = !options_.against.empty();
  const std::string& old = against ? options_.against : options_.before;
  CrdSource source{.source = old,
                   .may_be_missing = options_.allow_empty,
                   .may_be_empty = options_.allow_empty,
                   .filter = options_.filter};
  if (against) source.paths = options_.paths;
  return ReadSide(against ? "--against " + old : old, ReadCrds(source), before_) && ReadAfter();
}

// Pairs old and new CRDs (PairCrds). If files have only one old and one new CRD, these are a pair even if their names
// differ. If a pair is ambiguous, prints an error and returns false.
bool DiffRun::Pair() {
  if (before_.size() == 1 && after_.size() == 1 && !options_.cluster) {
    pairs_.push_back({&before_.front(), &after_.front()});
    return true;
  }
  CrdPairs found = PairCrds(before_, after_);
  for (const std::string& sentence : found.ambiguous) PrintError("structural diff: " + sentence);
  pairs_ = std::move(found.pairs);
  return found.ambiguous.empty();
}

void DiffRun::Count(const CrdDiff& diff) {
  ++totals_.crds;
  totals_.changed_crds += diff.changed() ? 1 : 0;
  totals_.failing_crds += diff.fails ? 1 : 0;
  totals_.unreadable_crds += diff.error.empty() ? 0 : 1;
  for (const DiffEntry& entry : diff.entries) ++totals_.claims[ClaimOf(entry.change).id];
  if (diff.state == CrdDiff::State::kAdded) ++totals_.claims["added"];
  if (diff.state == CrdDiff::State::kRemoved || !diff.renamed_from.empty()) ++totals_.claims["removed"];
  if (diff.refusal_errors() > 0) totals_.claims["refused"] += diff.refusal_errors();
  if (diff.refusals.size() > diff.refusal_errors())
    totals_.claims["warnings"] += diff.refusals.size() - diff.refusal_errors();
}

int DiffRun::ExitCode() const {
  if (out_.failed()) return kExitInternal;
  if (walked_ != kExitOk) return walked_;
  if (totals_.unreadable_crds > 0) return kExitUsage;
  if (totals_.crds == 0 && !options_.allow_empty) return ReportNothingFound("diff", "CRD");
  return totals_.failing_crds == 0 || options_.no_fail ? kExitOk : kExitFailure;
}

CrdDiff DiffRun::Compare(const Differ& differ, const CrdPair& pair) const {
  CrdDiff diff = differ.Compare(pair);
  const auto range = std::ranges::equal_range(pairs_, pair.name(), {}, &CrdPair::name);
  diff.is_copy = range.size() > 1;
  return diff;
}

// Compares all pairs, reads the stored objects of all CRDs once, and returns the diffs with the counts.
std::vector<CrdDiff> DiffRun::CountedDiffs() {
  const Differ differ(options_);
  std::vector<CrdDiff> diffs;
  for (const CrdPair& pair : pairs_) diffs.push_back(Compare(differ, pair));
  walked_ = CountStored(options_, pairs_, diffs, totals_.stored.emplace());
  for (CrdDiff& diff : diffs) differ.EvaluateStored(diff);
  return diffs;
}

void DiffRun::Report(const CrdDiff& diff) {
  if (!diff.error.empty()) PrintError(diff.error);
  Count(diff);
  out_.Write(reporter_->Add(diff));
}

int DiffRun::Run() {
  if (!Read() || !Pair()) return kExitUsage;
  out_.Write(reporter_->Begin());
  if (options_.cluster) {
    for (const CrdDiff& diff : CountedDiffs()) Report(diff);
  } else {
    const Differ differ(options_);
    for (const CrdPair& pair : pairs_) Report(Compare(differ, pair));
  }
  out_.Write(reporter_->End(totals_));
  out_.Finish();
  out_.ReportFailure("diff", "the report");
  if (options_.output == "text" || options_.output == "github") std::cerr << SentenceOf(totals_) << "\n";
  return ExitCode();
}

}  // namespace

int RunDiff(const DiffOptions& options) { return DiffRun(options).Run(); }

}  // namespace structural::cli
