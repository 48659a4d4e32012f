#include "cli/diff/folded.h"

#include <map>
#include <set>
#include <utility>

#include "cli/shared/wrap.h"
#include "schema/base/quote.h"
#include "schema/base/text.h"

namespace structural::cli {
namespace {

using compare::Aspect;
using compare::Change;

constexpr std::string_view kVersion = "spec.versions[";
// Size in bytes of the field names in a line, after which further fields are only counted.
constexpr std::size_t kFieldsBytes = 100;
// Maximum size in bytes of the cause of a change, which can contain a long CEL rule or pattern.
constexpr std::size_t kCauseBytes = 200;

// `name` is the changed part of a CRD, as clients see it. If it begins with "spec.versions[V].", removes this beginning
// and returns V. If `name` is the whole version V, sets it to "version V" and returns an empty text. Otherwise, only
// returns an empty text.
std::string TakeVersion(std::string& name) {
  if (!name.starts_with(kVersion)) return {};
  const auto end = name.find(']');
  if (end == name.npos) return {};
  std::string version = name.substr(kVersion.size(), end - kVersion.size());
  name.erase(0, end + 1);
  if (name.starts_with('.')) name.erase(0, 1);
  if (!name.empty()) return version;
  name = "version " + version;
  return {};
}

std::string CauseOfClients(const Change& change) {
  if (change.before.empty()) return "is new";
  if (change.after.empty()) return "is removed";
  return change.before + " -> " + change.after;
}

// Returns the text of a change without its version and field.
std::string CauseOf(const Change& change) {
  if (!change.name.empty()) return CauseOfClients(change);
  Change bare{.aspect = change.aspect, .effect = change.effect};
  bare.keyword = change.keyword;
  bare.before = change.before;
  bare.after = change.after;
  bare.cost = change.cost;
  if (!change.field.empty()) bare.field = {change.field.back()};
  return TextOf(bare);
}

// Folding: combines changes with the same claim, the same cause and the same affected objects into one entry.
class Folding {
 public:
  explicit Folding(bool separate) : apart_(separate) {}

  void Add(const DiffEntry& entry);
  std::vector<FoldedChange> Take() && { return std::move(changes_); }

 private:
  struct Known {
    std::set<std::string> fields = {}, versions = {};
  };

  const bool apart_;
  std::map<std::string, std::size_t> by_cause_;
  std::vector<FoldedChange> changes_;
  std::vector<Known> known_;  // fields and versions of each element of changes_
};

void AddOnce(const std::string& word, std::set<std::string>& known, std::vector<std::string>& to) {
  if (!word.empty() && known.insert(word).second) to.push_back(word);
}

void Folding::Add(const DiffEntry& entry) {
  const Change& change = entry.change;
  std::string subject = SubjectOf(change);
  std::string version = change.name.empty() ? change.version : TakeVersion(subject);
  std::string cause = CauseOf(change);
  std::string key = std::string(ClaimOf(change).id) + "\n" + cause + "\n" + AffectedObjectsText(entry.affected);
  if (version.empty()) key += "\nof the CRD";
  if (apart_) key = std::to_string(changes_.size());
  const auto [at, is_new] = by_cause_.emplace(key, changes_.size());
  if (is_new) {
    changes_.push_back({.entry = entry, .cause = apart_ ? cause : base::Shorten(cause, kCauseBytes)});
    known_.emplace_back();
  }
  FoldedChange& to = changes_[at->second];
  ++to.change_count;
  AddOnce(subject, known_[at->second].fields, to.fields);
  AddOnce(version, known_[at->second].versions, to.versions);
  to.unlisted_fields += change.unlisted;
  to.through_storage &= !change.storage_version.empty();
}

// The claims of all changes of one version.
struct VersionClaims {
  std::set<const Claim*> claims = {};
  bool about_objects = false;
};

// Returns a sentence with the effects of the changes of a version, the most severe first.
std::string SentenceOf(const compare::VersionResult& result, const VersionClaims& of) {
  if (result.refuses_all) return std::string(std::ranges::find(AllClaims(), "refuses all", &Claim::id)->singular);
  std::string text = of.about_objects ? "" : "accepts the same objects";
  for (const Claim& claim : AllClaims()) {
    if (claim.subject == "change" && of.claims.contains(&claim)) base::AppendItem(text, "; ", claim.singular);
  }
  return text;
}

std::vector<std::string> VersionSentences(const CrdDiff& diff) {
  std::map<std::string_view, VersionClaims> claims;
  for (const DiffEntry& entry : diff.entries) {
    VersionClaims& of = claims[entry.change.version];
    of.claims.insert(&ClaimOf(entry.change));
    of.about_objects |= entry.change.aspect == Aspect::kObjects;
  }
  std::vector<std::pair<std::string, std::vector<std::string>>> by_sentence;
  std::map<std::string, std::size_t> known;
  for (const compare::VersionResult& version : diff.versions) {
    std::string sentence = SentenceOf(version, claims[version.name]);
    const auto [at, is_new] = known.emplace(sentence, by_sentence.size());
    if (is_new) by_sentence.push_back({std::move(sentence), {}});
    by_sentence[at->second].second.push_back(version.name);
  }
  std::vector<std::string> lines;
  for (const auto& [sentence, versions] : by_sentence) lines.push_back(base::Join(versions, ", ") + ": " + sentence);
  return lines;
}

std::vector<FoldedRefusal> FoldRefusals(const std::vector<findings::Finding>& refusals, bool separate) {
  std::vector<FoldedRefusal> folded;
  std::map<std::pair<std::string_view, std::string_view>, std::size_t> known;
  for (const findings::Finding& finding : refusals) {
    const auto [at, is_new] = known.emplace(std::pair(finding.rule, std::string_view(finding.message)), folded.size());
    if (is_new || separate) {
      folded.push_back({finding});
    } else {
      ++folded[at->second].more_places;
    }
  }
  std::ranges::stable_partition(folded, &FoldedRefusal::fails);
  return folded;
}

// Returns the parent of a field and the last step of its path: {".spec", "a"} for ".spec.a". If the field has no
// parent, or its last step has an index, returns an empty parent and the field.
std::pair<std::string_view, std::string_view> Split(std::string_view field) {
  const auto dot = field.rfind('.');
  if (dot == 0 || dot == field.npos || field.find('[', dot) != field.npos) return {"", field};
  return {field.substr(0, dot), field.substr(dot + 1)};
}

}  // namespace

std::string FoldedChange::Subject() const {
  return FieldsText(*this) + (versions.empty() ? "" : " (" + VersionsText(*this) + ")");
}

std::string FoldedChange::Text() const {
  if (!through_storage) return cause;
  return cause + ", because of the storage version " + entry.change.storage_version;
}

std::string FoldedRefusal::Places() const {
  return more_places == 0 ? finding.path : finding.path + " and " + CountOf(more_places, "other place");
}

bool FoldedCrd::is_folded() const {
  const auto stands = [](const FoldedChange& each) { return each.change_count > 1; };
  return std::ranges::any_of(failing, stands) || std::ranges::any_of(others, stands) ||
         std::ranges::any_of(refusals, [](const FoldedRefusal& each) { return each.more_places > 0; });
}

std::string FoldedCrd::CountsOf() const {
  std::size_t fail = 0, rest = 0;
  for (const auto& [id, count] : failed_claim_counts) fail += count;
  for (const auto& [id, count] : other_counts) rest += id == "texts" || id == "warnings" ? 0 : count;
  if (fail == 0 && rest == 0) return {};
  if (fail == 0) return CountOf(rest, "change");
  const std::string text = CountOf(fail, "change") + (fail == 1 ? " fails" : " fail");
  return rest == 0 ? text : text + ", " + std::to_string(rest) + (rest == 1 ? " does not" : " do not");
}

std::vector<std::string_view> FoldedCrd::LimitSentences() const {
  std::vector<std::string_view> sentences;
  if (!compared_completely) sentences.push_back("the schemas are too large to prove that the rest is the same");
  if (!searched_completely)
    sentences.push_back(
        "the schemas are too large to look for an object for each change that \"may\" refuse or lose something");
  return sentences;
}

FoldedCrd Fold(const CrdDiff& diff, const FoldOptions& options) {
  const std::string& file = diff.after_file.empty() ? diff.before_file : diff.after_file;
  FoldedCrd to{.name = diff.is_copy ? diff.name + " in " + file : diff.name,
               .state = diff.state,
               .before_file = diff.before_file,
               .after_file = diff.after_file,
               .renamed_from = diff.renamed_from,
               .rename_fails = diff.rename_fails,
               .error = diff.error,
               .compared_completely = diff.compared_completely,
               .searched_completely = diff.searched_completely,
               .fails = diff.fails,
               .stored = diff.stored};
  to.versions = VersionSentences(diff);
  Folding failing(options.separate), others(options.separate);
  for (const DiffEntry& entry : diff.entries) {
    ++(entry.fails ? to.failed_claim_counts : to.other_counts)[ClaimOf(entry.change).id];
    if (options.list_descriptions || entry.change.aspect != Aspect::kTexts) (entry.fails ? failing : others).Add(entry);
  }
  to.failing = std::move(failing).Take();
  to.others = std::move(others).Take();
  to.refusals = FoldRefusals(diff.refusals, options.separate);
  if (!diff.renamed_from.empty()) ++(diff.rename_fails ? to.failed_claim_counts : to.other_counts)["removed"];
  if (diff.refusal_errors() > 0) to.failed_claim_counts["refused"] = diff.refusal_errors();
  if (diff.refusals.size() > diff.refusal_errors())
    to.other_counts["warnings"] = diff.refusals.size() - diff.refusal_errors();
  return to;
}

std::string FieldsText(const FoldedChange& change) {
  std::string text;
  std::size_t shown = 0;
  while (shown < change.fields.size() && text.size() < kFieldsBytes) {
    const auto [parent, first] = Split(change.fields[shown]);
    std::size_t end = shown + 1;
    std::string names(first);
    while (!parent.empty() && end < change.fields.size() && Split(change.fields[end]).first == parent &&
           names.size() < kFieldsBytes)
      names.append(", ").append(Split(change.fields[end++]).second);
    text.append(text.empty() ? "" : ", ");
    if (!parent.empty()) text.append(parent).append(".");
    text += end == shown + 1 ? names : "{" + names + "}";
    shown = end;
  }
  const std::size_t rest = change.fields.size() - shown + change.unlisted_fields;
  if (rest > 0) text += " and " + CountOf(rest, "other field");
  return text;
}

std::string VersionsText(const FoldedChange& change) { return base::Join(change.versions, ", "); }

namespace {

std::vector<ReportPlan> MakePlans() {
  std::vector<ReportPlan> plans = {
      {}, {.witnesses_of_passing = false}, {.witnesses_of_failing = false, .witnesses_of_passing = false}};
  ReportPlan plan{.witnesses_of_failing = false, .witnesses_of_passing = false, .list_passing = false};
  plans.push_back(plan);
  for (const std::size_t failing : {30, 20, 15, 12, 10, 8, 7, 6, 5, 4, 3, 2, 1}) {
    plan.max_failing = failing;
    plans.push_back(plan);
  }
  plan.list_versions = false;
  for (const std::size_t failing : {3, 2, 1, 0}) {
    plan.max_failing = failing;
    plans.push_back(plan);
  }
  for (const std::size_t crds : {40, 30, 20}) {
    plan.max_crds = crds;
    plans.push_back(plan);
  }
  return plans;
}

}  // namespace

const std::vector<ReportPlan>& ReportPlans() {
  static const std::vector<ReportPlan> plans = MakePlans();
  return plans;
}

void ReportedCrds::Add(FoldedCrd crd) {
  const bool added = crd.state == CrdDiff::State::kAdded && !crd.fails;
  auto& to = crd.fails || !crd.error.empty() ? failing_ : added ? added_ : changed_;
  if (to.size() == max_lines_) {
    ++dropped_count_;
  } else {
    to.push_back(std::move(crd));
  }
}

bool ReportedCrds::is_folded() const {
  const auto folded = [](const FoldedCrd& crd) { return crd.is_folded(); };
  return std::ranges::any_of(failing_, folded) || std::ranges::any_of(changed_, folded);
}

}  // namespace structural::cli
