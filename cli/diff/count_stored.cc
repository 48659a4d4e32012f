// A cluster as the old side, and the stored objects that changes meet: each object is judged under both CRDs, and what
// differs is put down to the changes that it is about.
#include <algorithm>
#include <iterator>
#include <map>
#include <unordered_set>
#include <utility>

#include "cli/diff/diff.h"
#include "cli/shared/output.h"
#include "cli/stored/cluster_crds.h"
#include "cli/stored/judge.h"
#include "cli/stored/walk.h"
#include "document/tree.h"
#include "schema/compare/error_path.h"
#include "schema/compare/error_place.h"
#include "schema/json/members.h"

namespace structural::cli {
namespace {

using compare::Aspect;
using compare::Change;

// What the errors of a keyword say. Other keywords have no words of their own.
struct KeywordWords {
  std::string_view keyword;
  std::string_view words;
};

constexpr KeywordWords kErrorWords[] = {
    {"type", "must be of type"},           {"format", "must be of type"},
    {"enum", "Unsupported value"},         {"pattern", "should match"},
    {"maximum", "less than"},              {"exclusiveMaximum", "less than"},
    {"minimum", "greater than"},           {"exclusiveMinimum", "greater than"},
    {"multipleOf", "a multiple of"},       {"required", "Required value"},
    {"maxLength", "Too long"},             {"minLength", "should be at least"},
    {"maxItems", "Too many"},              {"minItems", "should have at least"},
    {"maxProperties", "Too many"},         {"minProperties", "should have at least"},
    {"uniqueItems", "duplicates"},         {"anyOf", "(anyOf)"},
    {"oneOf", "(oneOf)"},                  {"not", "(not)"},
};

// Follows other causes.
constexpr std::string_view kRulesNotRun = ": some validation rules were not checked because";

bool HasWordsOf(std::string_view cause, std::string_view keyword) {
  const auto row = std::ranges::find(kErrorWords, keyword, &KeywordWords::keyword);
  return row == std::end(kErrorWords) || cause.find(row->words) != cause.npos;
}

// The place of what is lost may be in the field that is dropped.
bool IsAboutText(const Change& change, const Fate& fate, std::string_view text) {
  if (fate.texts == &StoredOutcome::lost) return change.aspect == Aspect::kLoss && IsBelow(text, change.field);
  if (fate.texts == &StoredOutcome::added) return change.aspect == Aspect::kDefault && IsAbove(text, change.field);
  return change.refuses() && IsAbout(text, change);
}

std::vector<std::string> Without(std::vector<std::string> texts, const std::vector<std::string>& known) {
  const std::unordered_set<std::string_view> all(known.begin(), known.end());
  std::erase_if(texts, [&](const std::string& text) { return all.contains(text); });
  return texts;
}

// What the update adds to the outcome of an object.
class UpdateJudge : public StoredJudge {
 public:
  UpdateJudge(std::unique_ptr<StoredJudge> before, std::unique_ptr<StoredJudge> after)
      : before_(std::move(before)), after_(std::move(after)) {}

  StoredOutcome Judge(json::Value object, base::Arena& arena) override {
    const StoredOutcome old = before_->Judge(json::DeepCopy(object, arena), arena);
    StoredOutcome now = after_->Judge(object, arena);
    now.refused = Without(std::move(now.refused), old.refused);
    now.tolerated = Without(std::move(now.tolerated), old.tolerated);
    now.lost = Without(std::move(now.lost), old.lost);
    now.added = Without(std::move(now.added), old.added);
    return now;
  }

 private:
  const std::unique_ptr<StoredJudge> before_, after_;
};

// Counts, and prints nothing.
class MetCounter : public StoredReport {
 public:
  MetCounter(const std::map<std::string, CrdDiff*>& diffs, StoredSummary& to) : diffs_(diffs), to_(to) {}

  std::string Kind(const StoredKind& kind) override {
    diff_ = diffs_.at(kind.crd);
    part_ = &diff_->stored.emplace();
    part_->version = kind.version;
    return {};
  }

  std::string Object(const StoredName& name, const StoredOutcome& outcome) override {
    const std::string key = name.Key();
    StoredOutcome others;
    for (std::size_t i = 0; i < kFates; ++i) {
      std::unordered_set<MetObjects*> met;
      for (const std::string& text : outcome.*kAllFates[i].texts) {
        if (!Find(i, text, met) && text.find(kRulesNotRun) == text.npos) (others.*kAllFates[i].texts).push_back(text);
      }
      for (MetObjects* each : met) each->Add(key);
    }
    part_->others.Add(key, others);
    return {};
  }

  std::string EndKind(const KindEnd& end) override {
    part_->counts = end.counts;
    part_->notes = end.notes;
    part_->failure = end.failure;
    return {};
  }

  std::string End(const StoredSummary& summary) override {
    to_ = summary;
    return {};
  }

  std::string Sentence(const StoredSummary&) const override { return {}; }

 private:
  // Those with the words of their keyword, or else all changes of the field. False: there is none.
  bool Find(std::size_t fate, std::string_view text, std::unordered_set<MetObjects*>& to) {
    std::vector<MetObjects*> worded, all;
    for (DiffEntry& entry : diff_->entries) {
      const Change& change = entry.change;
      if (change.version != part_->version || !IsAboutText(change, kAllFates[fate], text)) continue;
      all.push_back(&entry.met[fate]);
      if (HasWordsOf(text, change.keyword)) worded.push_back(all.back());
    }
    if (!worded.empty()) all = std::move(worded);
    to.insert(all.begin(), all.end());
    return !all.empty();
  }

  const std::map<std::string, CrdDiff*>& diffs_;
  StoredSummary& to_;
  CrdDiff* diff_ = nullptr;
  StoredPart* part_ = nullptr;
};

bool MayMeetObjects(const CrdDiff& diff) {
  if (diff.state != CrdDiff::State::kChanged || !diff.error.empty()) return false;
  const auto counts = [](const DiffEntry& entry) { return entry.change.aspect != Aspect::kTexts; };
  return !diff.complete || std::ranges::any_of(diff.entries, counts);
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
    SourceCrd crd{.name = name, .file = "customresourcedefinitions.apiextensions.k8s.io/" + name, .below = {}, .document = {}};
    crd.document.json = std::move(json);
    crds.push_back(std::move(crd));
  });
  if (!read.ok()) return read.error();
  return crds;
}

int CountStored(const DiffOptions& options, const std::vector<CrdPair>& pairs, std::vector<CrdDiff>& diffs, StoredSummary& to) {
  WalkOptions walk = options.stored.Walk("diff", *options.cluster);
  walk.allow_empty = true;  // all of them may have been deleted meanwhile
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
  const auto new_judge = [&](const std::string& crd, const StoredKind& kind) -> base::Result<std::unique_ptr<StoredJudge>> {
    auto old = NewAdmissionJudge(before.at(kind.crd)->document.json, kind);
    if (!old.ok()) return old.error().In("old");
    auto now = NewAdmissionJudge(crd, kind);
    if (!now.ok()) return now.error();
    return std::unique_ptr<StoredJudge>(std::make_unique<UpdateJudge>(*std::move(old), *std::move(now)));
  };
  MetCounter counter(by_name, to);
  const int code = WalkStoredObjects(walk, new_judge, counter);
  return code == kExitFailure ? kExitOk : code;
}

}  // namespace structural::cli
