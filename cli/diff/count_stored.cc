// Reads the old CRDs from a cluster, and counts the stored objects that changes affect. Each object is checked with the
// old and the new CRD. Each difference between the results is attributed to the changes of the same field.
#include <algorithm>
#include <map>
#include <unordered_set>
#include <utility>

#include "cli/diff/diff.h"
#include "cli/report/stored/admission_evaluator.h"
#include "cli/report/stored/kind.h"
#include "cli/report/stored/walk.h"
#include "cli/shared/output.h"
#include "document/tree.h"
#include "schema/compare/error_place.h"
#include "schema/json/members.h"

namespace structural::cli {
namespace {

using compare::Aspect;
using compare::Change;
using kubernetes::FieldError;

// Returns whether the change causes the effect on the field at `path`. If a whole field is dropped, `path` can be a
// value inside it.
bool IsAboutPath(const Change& change, const StoredEffect& effect, std::string_view path) {
  if (effect.paths == &StoredOutcome::lost) return change.aspect == Aspect::kLoss && IsBelow(path, change.field);
  return change.aspect == Aspect::kDefault && IsAbove(path, change.field);
}

std::vector<FieldError> Without(std::vector<FieldError> errors, const std::vector<FieldError>& known) {
  std::unordered_set<std::string> all;
  for (const FieldError& error : known) all.insert(error.Text());
  std::erase_if(errors, [&](const FieldError& error) { return all.contains(error.Text()); });
  return errors;
}

std::vector<std::string> Without(std::vector<std::string> texts, const std::vector<std::string>& known) {
  const std::unordered_set<std::string_view> all(known.begin(), known.end());
  std::erase_if(texts, [&](const std::string& text) { return all.contains(text); });
  return texts;
}

// Evaluates the write of an object with the old and with the new CRD, and returns the results that only the new CRD
// has.
class UpdateEvaluator : public WriteEvaluator {
 public:
  UpdateEvaluator(std::unique_ptr<WriteEvaluator> before, std::unique_ptr<WriteEvaluator> after)
      : before_(std::move(before)), after_(std::move(after)) {}

  StoredOutcome EvaluateWrite(json::Value object, base::Arena& arena) override {
    const StoredOutcome old = before_->EvaluateWrite(json::DeepCopy(object, arena), arena);
    StoredOutcome now = after_->EvaluateWrite(object, arena);
    now.refused = Without(std::move(now.refused), old.refused);
    now.tolerated = Without(std::move(now.tolerated), old.tolerated);
    now.lost = Without(std::move(now.lost), old.lost);
    now.added = Without(std::move(now.added), old.added);
    return now;
  }

 private:
  const std::unique_ptr<WriteEvaluator> before_, after_;
};

// Counts the affected objects of each change instead of printing a report.
class AffectedObjectCounter : public StoredReport {
 public:
  AffectedObjectCounter(const std::map<std::string, CrdDiff*>& diffs, StoredSummary& to) : diffs_(diffs), to_(to) {}

  std::string Kind(const StoredKind& kind) override {
    diff_ = diffs_.at(kind.crd);
    part_ = &diff_->stored.emplace();
    part_->version = kind.version;
    return {};
  }

  std::string Object(const StoredName& name, const StoredOutcome& outcome) override {
    const std::string key = name.Key();
    StoredOutcome others;
    for (std::size_t i = 0; i < kStoredEffectCount; ++i) {
      const StoredEffect& effect = kAllStoredEffects[i];
      std::unordered_set<AffectedObjectCount*> affected;
      if (effect.causes != nullptr) {
        for (const FieldError& cause : outcome.*effect.causes) {
          // true: the error only says that CEL rules were not run because of another error, so it is not counted
          // separately
          const bool follows = cause.kind == kubernetes::ErrorKind::kRulesNotRun;
          if (!FindCause(i, cause, affected) && !follows) (others.*effect.causes).push_back(cause);
        }
      } else {
        for (const std::string& path : outcome.*effect.paths) {
          if (!FindPath(i, path, affected)) (others.*effect.paths).push_back(path);
        }
      }
      for (AffectedObjectCount* each : affected) each->Add(key);
    }
    part_->unattributed.Add(key, others);
    return {};
  }

  std::string EndKind(const KindResults& results) override {
    part_->counts = results.counts;
    part_->notes = results.notes;
    part_->failure = results.failure;
    return {};
  }

  std::string End(const StoredSummary& summary) override {
    to_ = summary;
    return {};
  }

  std::string Sentence(const StoredSummary&) const override { return {}; }

 private:
  // FindCause and FindPath find the changes that cause an error, or an effect on the field at `path`, and add their
  // counters to `to`. They return false if no change is the cause.
  bool FindCause(std::size_t effect, const FieldError& cause, std::unordered_set<AffectedObjectCount*>& to) {
    return Find(effect, to, [&](const Change& change) { return change.refuses() && IsAbout(cause, change); });
  }

  bool FindPath(std::size_t effect, std::string_view path, std::unordered_set<AffectedObjectCount*>& to) {
    return Find(effect, to, [&](const Change& change) { return IsAboutPath(change, kAllStoredEffects[effect], path); });
  }

  template <typename Meets>
  bool Find(std::size_t effect, std::unordered_set<AffectedObjectCount*>& to, Meets meets) {
    bool found = false;
    for (DiffEntry& entry : diff_->entries) {
      if (entry.change.version != part_->version || !meets(entry.change)) continue;
      to.insert(&entry.affected[effect]);
      found = true;
    }
    return found;
  }

  const std::map<std::string, CrdDiff*>& diffs_;
  StoredSummary& to_;
  CrdDiff* diff_ = nullptr;
  StoredResults* part_ = nullptr;
};

bool MayMeetObjects(const CrdDiff& diff) {
  if (diff.state != CrdDiff::State::kInBoth || !diff.error.empty()) return false;
  const auto counts = [](const DiffEntry& entry) { return entry.change.aspect != Aspect::kTexts; };
  return !diff.compared_completely || std::ranges::any_of(diff.entries, counts);
}

}  // namespace

base::Result<SourceCrds> ReadClusterCrds(const kube::ConfigFlags& flags, const controller::Selector& selector) {
  SourceCrds crds;
  const base::Status read = VisitClusterCrds(flags, [&](std::string json) {
    const document::Tree tree(json);
    const auto metadata = tree.Member(document::Tree::kRoot, "metadata");
    const auto at = metadata == document::Tree::kNone ? metadata : tree.Member(metadata, "name");
    if (at == document::Tree::kNone) return;
    const std::string name = tree.String(at);
    if (!selector.Matches(name)) return;
    SourceCrd crd{.name = name,
                  .file = "customresourcedefinitions.apiextensions.k8s.io/" + name,
                  .relative_path = {},
                  .document = {}};
    crd.document.json = std::move(json);
    crds.push_back(std::move(crd));
  });
  if (!read.ok()) return read.error();
  return crds;
}

int CountStored(const DiffOptions& options, const std::vector<CrdPair>& pairs, std::vector<CrdDiff>& diffs,
                StoredSummary& to) {
  WalkOptions walk = options.stored.Walk("diff", *options.cluster);
  walk.allow_empty = true;  // a CRD that the cluster does not have is not an error
  walk.crds.emplace();
  std::map<std::string, CrdDiff*> by_name;
  std::map<std::string_view, const SourceCrd*> before;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    if (!MayMeetObjects(diffs[i])) continue;
    by_name[diffs[i].name] = &diffs[i];
    before[diffs[i].name] = pairs[i].before;
    walk.crds->push_back(pairs[i].after->document.json);
  }
  if (by_name.empty()) return kExitOk;
  const auto new_evaluator = [&](const std::string& crd,
                                 const StoredKind& kind) -> base::Result<std::unique_ptr<WriteEvaluator>> {
    auto old = NewAdmissionEvaluator(before.at(kind.crd)->document.json, kind);
    if (!old.ok()) return old.error().In("old");
    auto now = NewAdmissionEvaluator(crd, kind);
    if (!now.ok()) return now.error();
    return std::unique_ptr<WriteEvaluator>(std::make_unique<UpdateEvaluator>(*std::move(old), *std::move(now)));
  };
  AffectedObjectCounter counter(by_name, to);
  const int code = WalkStoredObjects(walk, new_evaluator, counter);
  return code == kExitFailure ? kExitOk : code;
}

}  // namespace structural::cli
