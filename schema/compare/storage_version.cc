#include "schema/compare/storage_version.h"

#include <algorithm>
#include <optional>
#include <string>
#include <unordered_set>

#include "schema/compare/side.h"
#include "schema/json/members.h"
#include "schema/objects/fields.h"

namespace structural::compare {
namespace {

constexpr std::string_view kEmbedded = "x-kubernetes-embedded-resource";

// What a version has at a field of another one.
struct Found {
  bool kept = false;
  bool is_entry = false;            // of a map: its default is only set for a null
  std::optional<Side> side = {};  // nullopt: a part may be kept, and its schema is not known

  bool HasDefault() const { return side && !side->Default().empty(); }
  bool KeepsNull() const { return kept && (!side || FateOfNull(*side) == NullFate::kStays); }
  // As it is, or a default that it has only then.
  bool StoresNull() const { return KeepsNull() || (kept && is_entry && FateOfNull(*side) == NullFate::kIsDefaulted); }
  bool IsResource() const { return side && side->resource; }
  bool IsScalar() const {
    const std::string_view type = side && side->schema != nullptr ? side->schema->generic.type : "";
    return !type.empty() && type != "object" && type != "array";
  }
};

const kubernetes::FieldPath& Anywhere() {
  static const kubernetes::FieldPath path("");
  return path;
}

Found Find(const LoadedVersion& version, bool prunes, std::span<const Step> field) {
  Side side{version.schema, {}, &Anywhere(), prunes};
  side.resource = side.root = true;
  bool is_entry = false;
  for (const Step& step : field) {
    if (step.kind == Step::Kind::kElement) {
      side = ElementOf(side, Anywhere());
      continue;
    }
    const bool any = step.kind == Step::Kind::kOtherKey;
    if (any && side.schema != nullptr && !side.schema->properties.empty()) return {.kept = true};
    const Part part = any ? OtherOf(side, Anywhere()) : MemberOf(side, step.name, Anywhere());
    if (!part.kept) return {};
    is_entry = side.schema == nullptr || side.schema->properties.Find(step.name) == nullptr;
    side = part.side;
  }
  return {true, is_entry, side};
}

Found FindOld(const VersionPair& pair, std::span<const Step> field) { return Find(pair.before, pair.old_prunes, field); }
Found FindNew(const VersionPair& pair, std::span<const Step> field) { return Find(pair.after, pair.new_prunes, field); }

// Whether it drops fields of the value, rather than the value.
bool IsOfContainers(const Change& change) {
  const bool is_entry = !change.field.empty() && change.field.back().kind == Step::Kind::kOtherKey;
  return change.keyword == "x-kubernetes-preserve-unknown-fields" && !is_entry;
}

// Whether objects of the version can have what the change of the storage version is about.
bool Meets(const Change& change, const VersionPair& version) {
  const Found before = FindOld(version, change.field), after = FindNew(version, change.field);
  if (change.keyword == "nullable") return before.KeepsNull();
  if (change.aspect == Aspect::kDefault) return after.kept && !(before.HasDefault() && after.HasDefault());
  if (IsOfContainers(change) && after.IsScalar()) return false;
  return before.kept && !(change.refuses() && before.IsResource());
}

// Whether the storage version keeps what a change of another one is about.
bool IsStored(const Change& change, const VersionPair& storage) {
  if (change.aspect != Aspect::kLoss && change.aspect != Aspect::kDefault) return true;
  const Found before = FindOld(storage, change.field), after = FindNew(storage, change.field);
  if (change.keyword == "nullable" && change.aspect == Aspect::kLoss) return before.StoresNull();
  const bool null_comes = change.keyword == "nullable" && change.before.empty() && change.after == "null";
  if (null_comes) return after.StoresNull();
  return before.kept || (after.kept && change.aspect == Aspect::kDefault);
}

// Whether it sets apiVersion, kind or metadata of what is an embedded resource in one of both versions.
bool MayBreakResource(const Change& change, const VersionPair& storage, const VersionPair& version) {
  if (change.aspect != Aspect::kDefault || change.field.empty() || !objects::IsMetaField(change.field.back().name)) return false;
  const auto around = std::span(change.field).first(change.field.size() - 1);
  return FindNew(storage, around).IsResource() || (!change.storage.empty() && FindNew(version, around).IsResource());
}

std::string KeyOf(const Change& change) {
  return FieldText(change.field).append(" ").append(change.keyword).append(" ").append(Name(change.aspect));
}

// The storage version does not validate objects of other versions, but it checks embedded resources.
bool ReachesOthers(const Change& change) {
  return change.aspect == Aspect::kLoss || change.aspect == Aspect::kDefault ||
         (change.refuses() && change.keyword == kEmbedded);
}

}  // namespace

const LoadedVersion* StorageOf(const LoadedCrd& crd) {
  if (TextOf(Below(crd.spec.Find("conversion"), "strategy")) == "Webhook") return nullptr;
  const auto found = std::ranges::find_if(crd.versions, [](const LoadedVersion& each) { return json::IsTrue(each.json.Find("storage")); });
  return found == crd.versions.end() ? nullptr : &*found;
}

void ApplyStorage(const VersionPair& storage, std::span<const Change> of_storage, const VersionPair& version,
                  std::vector<Change>& changes) {
  std::erase_if(changes, [&](const Change& change) { return !IsStored(change, storage); });
  std::unordered_set<std::string> own;
  for (const Change& each : changes) own.insert(KeyOf(each));
  for (const Change& each : of_storage) {
    if (!ReachesOthers(each) || own.contains(KeyOf(each)) || !Meets(each, version)) continue;
    Change& change = changes.emplace_back(each);
    change.version = version.before.name;
    change.storage = storage.after.name;
  }
  for (std::size_t i = 0, size = changes.size(); i < size; ++i) {
    if (!MayBreakResource(changes[i], storage, version)) continue;
    Change& refusal = changes.emplace_back(Change(changes[i]));
    refusal.aspect = Aspect::kObjects;
    refusal.effect = Effect::kSmaller;
    refusal.keyword = kEmbedded;
    refusal.storage = storage.after.name;
  }
}

}  // namespace structural::compare
