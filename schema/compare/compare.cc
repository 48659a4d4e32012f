#include "schema/compare/compare.h"

#include <algorithm>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "schema/compare/clients.h"
#include "schema/compare/costs.h"
#include "schema/compare/field_handling.h"
#include "schema/compare/loaded.h"
#include "schema/compare/storage_version.h"
#include "schema/compare/walk.h"
#include "schema/json/members.h"
#include "schema/objects/default.h"

namespace structural::compare {
namespace {

// FieldsReadFromStorage: the fields of a version's objects that are still valid after the objects were stored in the
// storage version and read again.
class FieldsReadFromStorage : public RereadFields {
 public:
  // Objects of `version` may be stored in each of `storages`. `version` must outlive this object.
  FieldsReadFromStorage(const VersionPair& version, std::vector<VersionPair> storages)
      : version_(version), storages_(std::move(storages)) {}

  bool IsStillValid(std::span<const Step> field) const override;

 private:
  bool IsStillValid(const VersionPair& storage, std::span<const Step> field, std::span<const Step> stored_field) const;
  bool IsValid(const FieldHandling& stored, std::span<const Step> field) const;

  const VersionPair& version_;
  const std::vector<VersionPair> storages_;
};

bool FieldsReadFromStorage::IsStillValid(std::span<const Step> field) const {
  return std::ranges::all_of(storages_, [&](const VersionPair& storage) {
    const std::vector<FieldSteps> fields = CorrespondingFields(version_, storage, field);
    return fields.size() < kMaxCorrespondingFields &&
           std::ranges::all_of(fields, [&](const FieldSteps& each) { return IsStillValid(storage, field, each); });
  });
}

// Whether the storage version keeps the field, and the other version accepts every default that the storage version
// sets at the field or at a value around the field.
bool FieldsReadFromStorage::IsStillValid(const VersionPair& storage, std::span<const Step> field,
                                         std::span<const Step> stored_field) const {
  for (std::size_t size = 1; size <= stored_field.size(); ++size) {
    const auto [before, after] = FindFieldBeforeAndAfter(storage, false, stored_field.first(size));
    if (!before.kept || !after.kept) return false;
    if (!IsValid(before, field.first(size)) || !IsValid(after, field.first(size))) return false;
  }
  return true;
}

// Whether the other version accepts the default that the storage version sets at the field, and adds no defaults to it.
bool FieldsReadFromStorage::IsValid(const FieldHandling& stored, std::span<const Step> field) const {
  if (!stored.HasDefault()) return true;
  base::Arena arena;
  auto value = json::Parser(arena).Parse(stored.Default());
  const auto own = FindFieldBeforeAndAfter(version_, true, field);
  if (!value.ok() || !own.before.side || !objects::Default(*value, stored.schema(), arena).ok()) return false;
  json::Value completed = json::DeepCopy(*value, arena);
  const bool defaulted = own.after.schema() == nullptr || objects::Default(completed, own.after.schema(), arena).ok();
  base::WorkBudget work(ComparisonBudget::kMaxWork);
  return defaulted && Equal(*value, completed) && Accepts(own.before.side->conjuncts, *value, work);
}

// FoldUnspecified summarises the effects of a storage version on fields that another version does not specify.

bool IsSpecified(const VersionPair& version, std::span<const Step> field) {
  const auto& [before, after] = FindFieldBeforeAndAfter(version, false, field);
  return before.schema() != nullptr || after.schema() != nullptr;
}

// Returns the last field on the path that the version specifies; nullopt if it specifies all fields on the path.
std::optional<FieldSteps> LastSpecified(const VersionPair& version, std::span<const Step> field) {
  for (std::size_t size = 1; size <= field.size(); ++size) {
    if (!IsSpecified(version, field.first(size)))
      return FieldSteps(field.begin(), field.begin() + static_cast<std::ptrdiff_t>(size) - 1);
  }
  return std::nullopt;
}

// Whether FoldUnspecified may count the change in another change, instead of listing it. Changes of defaults are always
// listed, because each default has a value of its own.
bool Folds(const Change& change) {
  return !change.storage_version.empty() &&
         (change.aspect == Aspect::kLoss || (change.aspect == Aspect::kDefault && change.keyword == "nullable"));
}

// Keeps the change with the shorter path in `kept`, and counts the other one in kept.unlisted.
void CountIn(Change& kept, Change& change, FieldSteps below) {
  if (change.field.size() < kept.field.size()) {
    std::swap(change, kept);
    kept.unlisted = change.unlisted;
  }
  ++kept.unlisted;
  kept.unlisted_parent = std::move(below);
}

// Shortens the list of changes. For each field whose inner fields the version does not specify, keeps one loss and one
// change of null for each keyword, and counts the other such changes inside the field in Change::unlisted.
void FoldUnspecified(const VersionPair& version, std::vector<Change>& changes) {
  std::unordered_map<std::string, std::size_t> first;
  std::size_t kept = 0;
  for (Change& change : changes) {
    std::optional<FieldSteps> around;
    if (Folds(change)) around = LastSpecified(version, change.field);
    if (around) {
      std::string key = FieldText(*around).append(" ").append(change.keyword).append(" ").append(Name(change.aspect));
      const auto [at, is_first] = first.emplace(std::move(key), kept);
      if (!is_first) {
        CountIn(changes[at->second], change, *std::move(around));
        continue;
      }
    }
    Change& to = changes[kept++];
    if (&to != &change) to = std::move(change);
  }
  changes.resize(kept);
}

// The functions below return the text of a change for users.

std::string Arrow(const std::string& before, const std::string& after) {
  if (before == after) return before;
  return (before.empty() ? "none" : before) + " -> " + (after.empty() ? "none" : after);
}

std::string LossText(const Change& change) {
  if (change.keyword == "nullable") return "null is not allowed any more: servers drop it from objects";
  if (change.keyword == "properties") return "the field is removed: servers drop it from objects";
  if (change.keyword == "x-kubernetes-embedded-resource")
    return "the object is no embedded resource any more: servers drop its apiVersion, kind and metadata";
  return "unknown fields are not preserved any more: servers drop them from objects";
}

std::string NullText(const Change& change) {
  if (change.before.empty() && change.after == "null") return "null is stored, where servers dropped it";
  if (change.before.empty()) return "null becomes " + change.after + ", where servers dropped it";
  if (change.after == "null") return "null is stored, where servers set the default " + change.before;
  return "null is not allowed any more: servers set the default " + change.after;
}

std::string DefaultText(const Change& change) {
  if (change.keyword == "nullable") return NullText(change);
  if (change.keyword == "x-kubernetes-embedded-resource")
    return "the object is no embedded resource any more: servers keep its metadata as it is";
  const bool entry = !change.field.empty() && change.field.back().kind == Step::Kind::kOtherKey;
  const std::string to = entry ? " replaces null entries" : " is added to objects without the field";
  if (change.before.empty()) return "the default " + change.after + to;
  if (change.after.empty() && entry) return "the default " + change.before + " no longer replaces null entries";
  if (change.after.empty()) return "the default " + change.before + " is not set any more";
  return "the default changes: " + Arrow(change.before, change.after);
}

std::string TextOfRule(const Change& change) {
  if (change.effect == Effect::kLarger) return "the rule is removed: " + change.before;
  if (change.before.empty() && change.after.empty()) return "rules below allOf, anyOf or oneOf differ";
  if (change.before == change.after) return "the rule reads values that change: " + change.after;
  return "the rule is new: " + change.after;
}

std::string ObjectsText(const Change& change) {
  const std::string keyword(change.keyword);
  if (keyword == "x-kubernetes-validations") return TextOfRule(change);
  if (keyword == "required") {
    return change.effect == Effect::kLarger ? "the field is not required any more" : "the field is required";
  }
  if (keyword == "nullable") return change.effect == Effect::kLarger ? "null is allowed" : "null is not allowed";
  const bool larger = change.effect == Effect::kLarger;
  if (keyword == "properties") return larger ? "the field is added" : "the fields are specified";
  if (keyword == "x-kubernetes-preserve-unknown-fields" && larger) return "unknown fields are preserved";
  if (keyword == "additionalProperties" && larger) return "other keys are allowed";
  if (keyword == "scale") return "the scale subresource demands a type: " + change.after;
  if (keyword == "limit") return "the schemas are too large to compare";
  if (change.before.empty() && change.after.empty()) return keyword + ": other values meet it";
  return keyword + ": " + Arrow(change.before, change.after);
}

// Returns a number like "1,200".
std::string Grouped(std::uint64_t number) {
  std::string text = std::to_string(number);
  for (std::size_t at = text.size(); at > 3; at -= 3) text.insert(at - 3, ",");
  return text;
}

// Returns a cost as text: "unbounded" for the very high numbers that the estimator returns for values without a maximum
// size.
std::string CostNumber(std::uint64_t cost) {
  constexpr std::uint64_t kUnbounded = 1'000'000'000'000'000'000;
  return cost >= kUnbounded ? "unbounded" : Grouped(cost);
}

std::string CostsText(const CostDetail& cost) {
  const std::string whose = cost.rule.empty() ? "estimated cost of all rules: " : "the rule's estimated cost: ";
  const std::string text = whose + Arrow(cost.before ? CostNumber(*cost.before) : "", CostNumber(cost.after)) +
                           " (limit " + CostNumber(cost.limit) + ")";
  return cost.rule.empty() ? text : text + ": " + cost.rule;
}

// Returns the text of a change of a list or map type: its effect on applies of several managers.
std::string AppliesText(const Change& change) {
  const bool is_map = change.keyword == "x-kubernetes-map-type";
  const std::string parts = is_map ? "the fields" : "the items", whole = is_map ? "the whole object" : "the whole list";
  const std::string text = std::string(change.keyword) + ": " + Arrow(change.before, change.after) + ": ";
  if (change.after == "atomic")
    return text + "an apply replaces " + whole + ", where it was merged with " + parts + " of other managers";
  if (change.before == "atomic")
    return text + "an apply is merged with " + parts + " of other managers, where it replaced " + whole;
  return text + "items have other keys, and their managers own them only when they apply them again";
}

std::string OwnText(const Change& change) {
  switch (change.aspect) {
    case Aspect::kObjects: return ObjectsText(change);
    case Aspect::kLoss: return LossText(change);
    case Aspect::kDefault: return DefaultText(change);
    case Aspect::kApplies: return AppliesText(change);
    case Aspect::kCosts: return CostsText(*change.cost);
    case Aspect::kTexts: return std::string(change.keyword) + " differs";
    case Aspect::kClients: break;
  }
  return change.name + ": " + Arrow(change.before, change.after);
}

}  // namespace

std::string TextOf(const Change& change) {
  std::string text = OwnText(change);
  if (!change.storage_version.empty()) text.append(", because of the storage version ").append(change.storage_version);
  if (change.unlisted == 0) return text;
  text.append("; the same at ")
      .append(Grouped(change.unlisted))
      .append(change.unlisted == 1 ? " other field" : " other fields");
  return text.append(" below ").append(FieldText(change.unlisted_parent));
}

namespace {

using kubernetes::FieldPath;

constexpr std::string_view kEffects[] = {"same", "larger", "smaller", "other"};
constexpr std::string_view kAspects[] = {"objects", "loss", "default", "applies", "clients", "texts", "costs"};

// Returns the checks of the subresource scale in `of` for paths that both versions have. They are the same in both
// versions, so that only a new default can violate them. CompareScales reports the other paths.
std::vector<const objects::Checks*> ScaleChecks(const LoadedVersion& of, const LoadedVersion& other) {
  std::vector<const objects::Checks*> checks;
  for (const auto& [path, each] : of.scale_checks) {
    const auto same = [&](const auto& one) { return one.first == path; };
    if (std::ranges::any_of(other.scale_checks, same)) checks.push_back(each);
  }
  return checks;
}

WalkResult Walked(const LoadedCrd& from_crd, const LoadedVersion& from, const LoadedCrd& to_crd,
                  const LoadedVersion& to, bool texts, ComparisonBudget& budget,
                  const RereadFields* read_again = nullptr) {
  return WithSchemaPath(from, [&](const FieldPath& before) {
    return WithSchemaPath(to, [&](const FieldPath& after) {
      return WalkSchemas(
          {from.schema, from.checks, before, from_crd.prunes, from.HasStatus(), ScaleChecks(from, from)},
          {to.schema, to.checks, after, to_crd.prunes, to.HasStatus(), ScaleChecks(to, from), read_again}, texts,
          budget);
    });
  });
}

// Merges the notes of two walks over one version into changes. One walk is from the old schema to the new one, the
// other is in the reverse direction.
class Merging {
 public:
  explicit Merging(std::string_view version) : version_(version) {}

  void AddFromOldToNew(Note note);
  void AddFromNewToOld(Note note);
  std::vector<Change> Take() && { return std::move(changes_); }

 private:
  using Key = std::tuple<std::string, std::string_view, std::string>;

  static Key KeyOf(const Note& note, const std::string& rule);
  Change& Add(Note note, Aspect aspect, Effect effect);

  const std::string version_;
  std::map<Key, std::size_t> refusals_;
  std::vector<Change> changes_;
};

// Returns the key of a note. The key of a note about CEL rules includes the text of the rule, because a place can have
// many rules.
Merging::Key Merging::KeyOf(const Note& note, const std::string& rule) {
  return {FieldText(note.field), note.keyword, note.keyword == "x-kubernetes-validations" ? rule : ""};
}

Change& Merging::Add(Note note, Aspect aspect, Effect effect) {
  Change change{.aspect = aspect, .effect = effect};
  change.version = version_;
  change.field = std::move(note.field);
  change.keyword = note.keyword;
  change.before = std::move(note.before);
  change.after = std::move(note.after);
  change.before_path = std::move(note.before_path);
  change.after_path = std::move(note.after_path);
  change.hints = std::move(note.hints);
  change.rule = std::move(note.rule);
  change.affecting_fields = std::move(note.affecting_fields);
  return changes_.emplace_back(std::move(change));
}

void Merging::AddFromOldToNew(Note note) {
  switch (note.kind) {
    case Note::Kind::kRefused:
    case Note::Kind::kConditionOnChangedValue: {
      const auto [at, is_new] = refusals_.try_emplace(KeyOf(note, note.after), changes_.size());
      if (is_new) Add(std::move(note), Aspect::kObjects, Effect::kSmaller);
      return;
    }
    case Note::Kind::kLost: Add(std::move(note), Aspect::kLoss, Effect::kSame); return;
    case Note::Kind::kDefault: Add(std::move(note), Aspect::kDefault, Effect::kSame); return;
    case Note::Kind::kMerge: Add(std::move(note), Aspect::kApplies, Effect::kSame); return;
    case Note::Kind::kText: Add(std::move(note), Aspect::kTexts, Effect::kSame); return;
  }
}

void Merging::AddFromNewToOld(Note note) {
  if (note.kind != Note::Kind::kRefused && note.kind != Note::Kind::kLost) return;
  const bool accepted = note.keyword == "nullable" || note.keyword == "x-kubernetes-embedded-resource";
  if (note.kind == Note::Kind::kLost && accepted) return;  // not wider: such requests were accepted before, too
  if (note.is_unstored_null) return;  // no change of stored objects, although more requests are accepted
  const auto found = refusals_.find(KeyOf(note, note.after));
  if (note.kind == Note::Kind::kRefused && found != refusals_.end()) {
    changes_[found->second].effect = Effect::kOther;
    return;
  }
  std::swap(note.before, note.after);
  std::swap(note.before_path, note.after_path);
  note.hints.clear();
  Add(std::move(note), Aspect::kObjects, Effect::kLarger);
}

VersionResult Summary(std::string_view version, const std::vector<Change>& changes, bool complete) {
  VersionResult result{.name = std::string(version)};
  bool smaller = !complete, larger = !complete;
  for (const Change& change : changes) {
    smaller |= change.refuses();
    larger |= change.effect == Effect::kLarger || change.effect == Effect::kOther;
    result.loses_data |= change.aspect == Aspect::kLoss;
    result.changes_defaults |= change.aspect == Aspect::kDefault;
  }
  if (smaller) {
    result.effect = larger ? Effect::kOther : Effect::kSmaller;
  } else if (larger) {
    result.effect = Effect::kLarger;
  }
  return result;
}

// Appends changes sorted by field, in stable order.
void AddSorted(std::vector<Change>&& changes, std::vector<Change>& to) {
  std::vector<std::pair<std::string, Change*>> order;
  order.reserve(changes.size());
  for (Change& change : changes) order.emplace_back(FieldText(change.field), &change);
  std::ranges::stable_sort(order, {}, &std::pair<std::string, Change*>::first);
  to.reserve(to.size() + order.size());
  for (const auto& [field, change] : order) to.push_back(std::move(*change));
}

// The differences of two schemas, from the walks in both directions.
struct SchemaChanges {
  std::vector<Change> changes = {};
  bool complete = true;
};

SchemaChanges CompareSchemas(const LoadedCrd& old_crd, const LoadedVersion& before, const LoadedCrd& new_crd,
                             const LoadedVersion& after, ComparisonBudget& budget,
                             const RereadFields* read_again = nullptr) {
  budget.BeginSchemas();
  Merging merging(before.name);
  WalkResult forth = Walked(old_crd, before, new_crd, after, true, budget, read_again);
  WalkResult back = Walked(new_crd, after, old_crd, before, false, budget);
  for (Note& note : forth.notes) merging.AddFromOldToNew(std::move(note));
  for (Note& note : back.notes) merging.AddFromNewToOld(std::move(note));
  return {std::move(merging).Take(), forth.complete && back.complete};
}

class CrdComparison {
 public:
  CrdComparison(const LoadedCrd& before, const LoadedCrd& after, Comparison& to)
      : before_(before),
        after_(after),
        to_(to),
        old_storage_(StorageVersionOf(before)),
        new_storage_(StorageVersionOf(after)) {}

  void CompareVersions();

 private:
  SchemaChanges CompareStorage(const LoadedVersion& before, const LoadedVersion& after,
                               const LoadedVersion& new_storage);
  void CompareVersion(const LoadedVersion& before, const LoadedVersion& after);
  void AddUnserved();
  VersionPair PairOf(const LoadedVersion& before, const LoadedVersion& after) const {
    return {before, after, before_.prunes, after_.prunes};
  }

  const LoadedCrd& before_;
  const LoadedCrd& after_;
  Comparison& to_;
  const LoadedVersion* old_storage_;
  const LoadedVersion* new_storage_;
  ComparisonBudget budget_;  // shared by all versions
  expressions::CompilationBudget compilation_budget_;
};

// Returns the storage version with the validation of another version: its checks are `checks`, and its subresources are
// those of `version`.
LoadedVersion Stored(LoadedVersion storage, const LoadedVersion& version, const objects::Checks* checks) {
  storage.json = version.json;
  storage.checks = checks;
  storage.scale_checks.clear();
  return storage;
}

// Compares the storage version before and after the update, for objects that another version accepts. `before` and
// `after` are that other version before and after the update.
SchemaChanges CrdComparison::CompareStorage(const LoadedVersion& before, const LoadedVersion& after,
                                            const LoadedVersion& new_storage) {
  return CompareSchemas(before_, Stored(*old_storage_, before, before.checks), after_,
                        Stored(new_storage, after, nullptr), budget_);
}

void CrdComparison::CompareVersion(const LoadedVersion& before, const LoadedVersion& after) {
  const bool stored = old_storage_ != nullptr && new_storage_ != nullptr;
  const bool stores = &before == old_storage_ && &after == new_storage_;
  // The version that stored objects before the update, as it is after the update. Objects in etcd may still be stored
  // in it.
  const LoadedVersion* moved = stored && &before != old_storage_ ? after_.Find(old_storage_->name) : nullptr;
  const VersionPair pair = PairOf(before, after);
  std::vector<VersionPair> storages;
  if (stored) storages.push_back(PairOf(*old_storage_, *new_storage_));
  if (moved != nullptr) storages.push_back(PairOf(*old_storage_, *moved));
  const FieldsReadFromStorage read(pair, std::move(storages));
  SchemaChanges own =
      CompareSchemas(before_, before, after_, after, budget_, stored && !stores && after.HasStatus() ? &read : nullptr);
  if (stored && !stores) {
    const SchemaChanges of_storage = CompareStorage(before, after, *new_storage_);
    ApplyStorage(PairOf(*old_storage_, *new_storage_), of_storage.changes, pair, own.changes);
    own.complete &= of_storage.complete;
  }
  if (moved != nullptr && moved != new_storage_) {
    const SchemaChanges of_moved = CompareStorage(before, after, *moved);
    AddFromStorage(PairOf(*old_storage_, *moved), of_moved.changes, pair, own.changes);
    own.complete &= of_moved.complete;
  }
  if (stored && !stores) FoldUnspecified(pair, own.changes);
  CompareScales(before, after, own.changes);
  CompareCosts(before, after, compilation_budget_, own.changes);
  to_.complete &= own.complete;
  to_.versions.push_back(Summary(before.name, own.changes, own.complete));
  AddSorted(std::move(own.changes), to_.changes);
}

// Sets refuses_all in the result of each version that was served before, if all its requests fail because of a change
// with Aspect::kClients.
void CrdComparison::AddUnserved() {
  constexpr std::string_view kVersions = "spec.versions[";
  const auto meets = [&](const Change& change, const std::string& version) {
    return change.refuses_all &&
           (!change.name.starts_with(kVersions) || change.name.starts_with(std::string(kVersions) + version + "]"));
  };
  for (VersionResult& version : to_.versions) {
    const bool meant =
        std::ranges::any_of(to_.changes, [&](const Change& change) { return meets(change, version.name); });
    if (!meant || !json::IsTrue(before_.Find(version.name)->json.Find("served"))) continue;
    version.refuses_all = true;
    if (version.effect == Effect::kSame) version.effect = Effect::kSmaller;
    if (version.effect == Effect::kLarger) version.effect = Effect::kOther;
  }
}

void CrdComparison::CompareVersions() {
  for (const LoadedVersion& version : before_.versions) {
    const LoadedVersion* same = after_.Find(version.name);
    if (same != nullptr) CompareVersion(version, *same);
  }
  AddUnserved();
  to_.spent_steps = budget_.spent();
}

}  // namespace

std::string_view Name(Effect effect) { return kEffects[static_cast<int>(effect)]; }
std::string_view Name(Aspect aspect) { return kAspects[static_cast<int>(aspect)]; }

base::Result<Comparison> Compare(std::string_view before, std::string_view after, base::Arena& arena) {
  const auto old_crd = Load(before, arena);
  if (!old_crd.ok()) return old_crd.error().In("old");
  const auto new_crd = Load(after, arena);
  if (!new_crd.ok()) return new_crd.error();
  Comparison comparison{.name = std::string(new_crd->name), .versions = {}, .changes = {}};
  if (before == after) {
    for (const LoadedVersion& each : new_crd->versions) comparison.versions.push_back({.name = std::string(each.name)});
    return comparison;
  }
  comparison.changes = CompareClients(*old_crd, *new_crd);
  CrdComparison(*old_crd, *new_crd, comparison).CompareVersions();
  return comparison;
}

}  // namespace structural::compare
