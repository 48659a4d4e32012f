#include <algorithm>

#include "cli/diff/diff.h"
#include "cli/report/findings/against.h"
#include "cli/report/findings/server_errors.h"
#include "cli/shared/head.h"
#include "cli/shared/locate.h"
#include "cli/shared/wrap.h"
#include "document/write_yaml.h"
#include "schema/base/stack.h"

namespace structural::cli {
namespace {

using compare::Aspect;
using compare::Change;

std::string Plural(std::size_t count, const std::string& thing) {
  return std::to_string(count) + " " + thing + (count == 1 ? "" : "s");
}

// Returns the text of an error with its place in the old or new CRD.
std::string ErrorText(const SourceCrd& before, const SourceCrd& after, const base::Error& why) {
  const bool old = why.step() == "old";
  const SourceCrd& side = old ? before : after;
  const DecodeError error = InJson(side.document.json, old ? why.WithoutStep() : why);
  return PlaceOf(side.file, side.document.At(error.offset), "") + ": " + error.message;
}

}  // namespace

std::string PlaceOf(const std::string& file, document::Position at, const std::string& path) {
  if (at.line > 0) return document::PlaceText(file, at);
  return path.empty() ? file : file + ": " + path;
}

std::string SubjectOf(const Change& change) {
  return change.name.empty() ? compare::FieldText(change.field) : change.name;
}

std::string OutcomeOf(const Change& change) {
  if (!change.witness->read.empty()) return "read otherwise in " + change.version;
  return change.witness->answer.empty() ? "stored otherwise" : "refused";
}

std::string WitnessText(const compare::Witness& witness, std::string_view margin) {
  std::string yaml, text;
  if (!witness.old.empty()) document::AppendYaml(witness.old, yaml = "# before the update\n");
  document::AppendYaml(witness.object, yaml += witness.old.empty() ? "" : "---\n");
  for (std::string_view rest = yaml; !rest.empty();) {
    const std::size_t end = rest.find('\n');
    text.append(margin).append(Printable(rest.substr(0, end))).append("\n");
    rest.remove_prefix(end == rest.npos ? rest.size() : end + 1);
  }
  return text;
}

bool Differ::Fails(const Change& change) const {
  if (options_.policy == DiffPolicy::kServer) return change.aspect == Aspect::kClients && change.breaks;
  if (options_.policy == DiffPolicy::kKep) return false;
  const bool claims = change.refuses() || change.refuses_all || change.aspect == Aspect::kLoss;
  return claims && (options_.possible || change.certain());
}

void Differ::AddChanges(const SourceCrd& before, const SourceCrd& after, CrdDiff& to) const {
  base::Arena arena;
  auto comparison = compare::Compare(before.document.json, after.document.json, arena);
  if (!comparison.ok()) {
    to.error = ErrorText(before, after, comparison.error());
    return;
  }
  if (options_.witnesses) compare::FindWitnesses(before.document.json, after.document.json, *comparison, arena);
  to.versions = std::move(comparison->versions);
  to.complete = comparison->complete;
  to.searched = comparison->searched;
  to.fails |= !to.complete && options_.policy == DiffPolicy::kObjects && options_.possible;
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

// A comparison with itself finds nothing, but fails as that with another CRD does.
void Differ::CheckAdded(const SourceCrd& after, CrdDiff& to) const {
  base::Arena arena;
  const auto comparison = compare::Compare(after.document.json, after.document.json, arena);
  if (!comparison.ok()) to.error = ErrorText(after, after, comparison.error());
  if (comparison.ok()) AddUnserved(after, to);
}

// Makes the diff fail if stored objects are harmed. With only_stored, changes that harm no stored
// object do not fail, unless some objects could not be read.
void Differ::EvaluateStored(CrdDiff& diff) const {
  if (options_.policy != DiffPolicy::kObjects || !diff.stored) return;
  const bool only = options_.only_stored && diff.stored->failure.empty();
  diff.fails = diff.stored->harms() || (diff.fails && !only);
  for (DiffEntry& entry : diff.entries) {
    const bool meets_all = entry.fails && entry.change.refuses_all && diff.stored->counts.objects > 0;
    entry.fails = Harms(entry.met) || meets_all || (entry.fails && !only);
    diff.fails |= entry.fails;
  }
}

void Differ::AddRefusals(const SourceCrd& before, const SourceCrd& after, CrdDiff& to) const {
  if (options_.policy == DiffPolicy::kObjects) return;
  const auto policy =
      options_.policy == DiffPolicy::kServer ? compatibility::Policy::kServer : compatibility::Policy::kKep;
  base::Arena arena;
  to.refusals = findings::UpdateFindings(to.name, before.document.json, after.document, policy, arena);
  to.fails |= to.refused() > 0;
}

// Adds an error if the API server does not serve the new CRD's version. The KEP assumes that it
// does.
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
  finding.server = std::move(error->text);
  to.refusals.insert(to.refusals.begin(), std::move(finding));
  to.fails = true;
}

CrdDiff Differ::Compare(const CrdPair& pair) const {
  const auto [before, after] = pair;
  CrdDiff diff{.name = pair.name()};
  diff.plain_file = (after == nullptr ? before : after)->plain;
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

std::string RenameText(std::string_view renamed_from) {
  return std::string(renamed_from) + " is removed, with all its objects: the new CRD has another name";
}

std::string SentenceOf(const DiffTotals& totals) {
  std::string text = Plural(totals.crds, "CRD") + " compared, " + std::to_string(totals.changed) + " changed, " +
                     std::to_string(totals.failing) + " failed";
  if (totals.unread > 0) text += ", " + std::to_string(totals.unread) + " not readable";
  const std::string claims = CountsText(totals.claims);
  if (!claims.empty()) text += ": " + claims;
  if (totals.stored) text += "; " + SentenceOf(*totals.stored);
  return text;
}

}  // namespace structural::cli
