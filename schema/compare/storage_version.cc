#include "schema/compare/storage_version.h"

#include <algorithm>
#include <string>
#include <unordered_set>

#include "schema/compare/found.h"
#include "schema/compare/storage_effects.h"
#include "schema/crd/model/fields.h"
#include "schema/json/members.h"
#include "schema/json/write.h"
#include "schema/objects/default.h"
#include "schema/objects/prune.h"

namespace structural::compare {
namespace {

// Whether the change drops fields of the value instead of the value itself.
bool IsOfContainers(const Change& change) {
  const bool is_entry = !change.field.empty() && change.field.back().kind == Step::Kind::kOtherKey;
  return change.keyword == "x-kubernetes-preserve-unknown-fields" && !is_entry;
}

// Whether objects of the version can have the value that a change of the storage version affects.
bool CanHave(const Change& change, const FieldHandlingPair& version) {
  const auto& [before, after] = version;
  if (change.keyword == "nullable") return before.KeepsNull();
  if (change.aspect == Aspect::kDefault)
    return after.kept && (before.KeepsNull() || !before.SetsDefault() || !after.SetsDefault());
  if (IsOfContainers(change) && after.IsScalar()) return false;
  return before.kept && !(change.refuses() && before.IsResource());
}

// Whether an object of the version may lack the valid apiVersion, kind or metadata of an embedded resource. Fields that
// the storage version drops are ignored.
bool MayBeNoResource(const VersionPair& version, std::span<const Step> field, const VersionPair& storage,
                     std::span<const Step> stored_field) {
  FieldSteps own(field.begin(), field.end()), stored(stored_field.begin(), stored_field.end());
  own.emplace_back();
  stored.emplace_back();
  // True also if the place is a field of an embedded resource.
  const bool is_resource = FindBoth(storage, false, stored_field).after.IsResource();
  for (const std::string_view key : crd::kMetaFields) {
    own.back() = stored.back() = {Step::Kind::kName, std::string(key)};
    const FieldHandling found = FindBoth(version, true, own).before;
    if (!found.kept || (is_resource && !FindBoth(storage, false, stored).before.kept)) continue;
    const bool is_metadata = key == "metadata";
    const unsigned fits = is_metadata ? kObject | kNull : kString;
    if ((RangesOf(found.side->conjuncts).kinds & ~fits) != 0) return true;
    if (is_metadata && OtherOf(*found.side, *found.side->path).kept) return true;
    if (is_metadata && found.schema() != nullptr && !found.schema()->properties.empty()) return true;
  }
  return false;
}

// A value that a version sets, and the schema that completes it. Empty text: none.
struct SetValue {
  std::string_view text;
  const crd::Structural* schema;
};

SetValue DefaultOf(const FieldHandling& version) { return {version.Default(), version.schema()}; }

// Returns the stored value for a null.
SetValue OfNull(const FieldHandling& own, const FieldHandling& stored) {
  if (!stored.kept) return {};
  const NullHandling fate = own.OfNull();
  if (fate == NullHandling::kIsDefaulted) return DefaultOf(own);
  if (fate == NullHandling::kIsEmptied) return {"{}", own.schema()};
  const NullHandling then = stored.OfNull();
  if (fate == NullHandling::kStays && (then == NullHandling::kStays || then == NullHandling::kIsRefused))
    return {"null", nullptr};
  if (fate == NullHandling::kStays && then == NullHandling::kIsEmptied) return {"{}", stored.schema()};
  return fate == NullHandling::kStays || !stored.is_entry ? DefaultOf(stored) : SetValue{};
}

// Returns the value for a missing field. The storage version's default is set if the version has none.
SetValue OfMissing(const FieldHandling& own, const FieldHandling& stored) {
  return DefaultOf(own.HasDefault() ? own : stored);
}

std::string Completed(const SetValue& set, const FieldHandling& stored) {
  base::Arena arena;
  const auto parsed = json::Parser(arena).Parse(set.text);
  if (!parsed.ok() || !stored.side) return std::string(set.text);
  json::Value value = *parsed;
  if (!objects::Default(value, set.schema, arena).ok()) return "";
  if (stored.side->prunes) objects::Prune(value, stored.schema(), false);
  objects::PruneNulls(value, stored.schema());
  if (!objects::Default(value, stored.schema(), arena).ok()) return "";
  std::string text;
  json::AppendJson(value, text);
  return text;
}

// Equal texts may be completed by different defaults.
bool IsStoredAs(const SetValue& a, const FieldHandling& stored_a, const SetValue& b, const FieldHandling& stored_b) {
  const bool is_container = a.text.starts_with('{') || a.text.starts_with('[');
  return a.text == b.text && (!is_container || Completed(a, stored_a) == Completed(b, stored_b));
}

// Whether the storage version keeps the value that a change of another version affects.
bool CanStore(const Change& change, const FieldHandlingPair& own, const FieldHandlingPair& storage) {
  const auto& [before, after] = storage;
  const auto changes = [&](auto set) {
    return !IsStoredAs(set(own.before, before), before, set(own.after, after), after);
  };
  if (change.keyword == "default" && !before.is_entry && !after.is_entry && !changes(OfMissing)) return false;
  if (change.keyword == "nullable") return changes(OfNull);
  return before.kept || (after.kept && change.aspect == Aspect::kDefault);
}

// Whether `holds` is true for the field, or for one of the fields that it may be in the other version.
template <typename Holds>
bool HoldsInOther(Change& change, const VersionPair& own, const VersionPair& other, Holds holds) {
  std::vector<FieldSteps> fields = FieldsIn(own, other, change.field);
  for (FieldSteps& field : fields) {
    if (!holds(change, field)) continue;
    if (field != change.field) change.stored_field = std::move(field);
    return true;
  }
  return fields.size() >= kMaxFieldsIn;
}

// Whether the storage version keeps apiVersion, kind or metadata of an embedded resource in another version.
bool KeepsOwnField(const VersionPair& storage, std::span<const Step> field) {
  FieldSteps own(field.begin(), field.end());
  own.emplace_back();
  return std::ranges::any_of(crd::kMetaFields, [&](std::string_view key) {
    own.back() = {Step::Kind::kName, std::string(key)};
    return FindBoth(storage, false, own).before.kept;
  });
}

bool IsStored(Change& change, const VersionPair& storage, const VersionPair& version) {
  if (change.aspect != Aspect::kLoss && change.aspect != Aspect::kDefault) return true;
  const FieldHandlingPair own = FindBoth(version, false, change.field);
  return HoldsInOther(change, version, storage, [&](const Change& each, std::span<const Step> field) {
    return CanStore(each, own, FindBoth(storage, false, field)) &&
           (each.keyword != kEmbedded || KeepsOwnField(storage, field));
  });
}

// Whether an object around the field may come from a default of the storage version. Defaults of the other version do
// not complete it.
bool ComesByStorage(std::span<const Step> stored_field, const VersionPair& storage, std::span<const Step> field,
                    const VersionPair& version) {
  const auto comes = [](const FieldHandling& stored, const FieldHandling& own) {
    return stored.HasDefault() && (own.KeepsNull() || (!stored.is_entry && !own.SetsDefault()));
  };
  for (std::size_t size = 1; size < field.size(); ++size) {
    const FieldHandlingPair stored = FindBoth(storage, false, stored_field.first(size)),
                            own = FindBoth(version, false, field.first(size));
    if (comes(stored.before, own.before) || comes(stored.after, own.after)) return true;
  }
  return false;
}

std::string KeyOf(const Change& change) {
  return FieldText(change.field).append(" ").append(change.keyword).append(" ").append(Name(change.aspect));
}

// The storage version does not validate objects of other versions, but decodes embedded resources.
bool ReachesOthers(const Change& change) {
  return change.aspect == Aspect::kLoss || change.aspect == Aspect::kDefault ||
         (change.refuses() && change.keyword == kEmbedded);
}

}  // namespace

const LoadedVersion* StorageOf(const LoadedCrd& crd) {
  if (TextOf(Below(crd.spec.Find("conversion"), "strategy")) == "Webhook") return nullptr;
  const auto found = std::ranges::find_if(
      crd.versions, [](const LoadedVersion& each) { return json::IsTrue(each.json.Find("storage")); });
  return found == crd.versions.end() ? nullptr : &*found;
}

namespace {

// Whether the other version has, or gets, the value that a change of the storage version affects.
bool Reaches(Change& change, const VersionPair& storage, const VersionPair& version) {
  return HoldsInOther(change, storage, version, [&](const Change& of, std::span<const Step> field) {
    if (of.refuses() && !MayBeNoResource(version, field, storage, of.field)) return false;
    const bool comes = ComesByStorage(of.field, storage, field, version);
    const FieldHandlingPair found = FindBoth(version, !comes, field);
    return CanHave(of, found) || (of.keyword == "default" && found.after.kept && comes);
  });
}

}  // namespace

void ApplyStorage(const VersionPair& storage, std::span<const Change> of_storage, const VersionPair& version,
                  std::vector<Change>& changes) {
  std::erase_if(changes, [&](Change& change) { return !IsStored(change, storage, version); });
  AddFromStorage(storage, of_storage, version, changes);
}

void AddFromStorage(const VersionPair& storage, std::span<const Change> of_storage, const VersionPair& version,
                    std::vector<Change>& changes) {
  std::unordered_set<std::string> own;
  for (const Change& each : changes) own.insert(KeyOf(each));
  std::vector<Change> hidden;  // changes of fields that the version itself changes, too
  for (const Change& each : of_storage) {
    std::vector<Change> begun;
    AddDefaultsOfNewlyKeptFields({storage, version}, each, begun);
    for (Change& one : begun) {
      if (own.insert(KeyOf(one)).second) changes.push_back(std::move(one));
    }
    Change change = each;
    if (!ReachesOthers(each) || !Reaches(change, storage, version)) continue;
    change.version = version.before.name;
    change.storage = storage.after.name;
    (own.contains(KeyOf(change)) ? hidden : changes).push_back(std::move(change));
  }
  AddRefusalsOfInvalidResources({storage, version}, hidden, changes);
  AddRefusalsOfReadingRules({storage, version}, changes);
}

}  // namespace structural::compare
