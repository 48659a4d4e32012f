#include "schema/validate/strategy.h"

#include <algorithm>

#include "schema/json/members.h"

namespace structural::validate {
namespace {

using json::Set;

Value& ObjectAt(crd::Internal& crd, std::string_view key, base::Arena& arena) {
  Value* found = crd.crd.Find(key);
  return found != nullptr ? *found : Set(crd.crd, key, Value::Object({}), arena);
}

// Adds the storage version to the stored versions.
void StoreVersion(crd::Internal& crd, base::Arena& arena) {
  const auto versions = VersionsOf(*crd.crd.Find("spec"));
  const auto storage =
      std::ranges::find_if(versions, [](const Value& version) { return IsTrue(version.Find("storage")); });
  if (storage == versions.end()) return;
  const std::string_view name = TextOf(storage->Find("name"));
  Value& status = ObjectAt(crd, "status", arena);
  const auto stored = ElementsOf(status.Find("storedVersions"));
  const auto names = [](const Value& version) { return TextOf(&version); };
  if (std::ranges::find(stored, name, names) != stored.end()) return;
  std::vector<Value> list(stored.begin(), stored.end());
  list.push_back(Value::String(name));
  Set(status, "storedVersions", Value::Array(arena.Copy(std::span<const Value>(list))), arena);
}

void CopyIfMissing(std::string_view key, Value& metadata, const Value& old, base::Arena& arena) {
  const Value* own = metadata.Find(key);
  const Value* stored = old.Find(key);
  const bool missing = own == nullptr || own->is_null() || (own->is_string() && own->text().empty());
  if (missing && stored != nullptr) Set(metadata, key, *stored, arena);
}

void CompleteStatus(crd::Internal& stored, base::Arena& arena) {
  if (ElementsOf(Below(stored.crd.Find("status"), "storedVersions")).empty()) StoreVersion(stored, arena);
  Value& status = ObjectAt(stored, "status", arena);
  if (!ElementsOf(status.Find("conditions")).empty()) return;
  Value established = Value::Object({});
  Set(established, "status", Value::String("True"), arena);
  Set(established, "type", Value::String("Established"), arena);
  const auto list = arena.Copy(std::span<const Value>(&established, 1));
  Set(status, "conditions", Value::Array(list), arena);
}

// Restores the metadata that an update cannot change. A grace period can be shortened.
void RestoreImmutableMetadata(Value& metadata, const Value& old, base::Arena& arena) {
  json::Take(metadata, "namespace");
  json::Take(metadata, "generation");
  for (const std::string_view key : {"generation", "creationTimestamp", "deletionTimestamp"}) {
    const Value* stored = old.Find(key);
    if (stored != nullptr && !stored->is_null()) Set(metadata, key, *stored, arena);
  }
  CopyIfMissing("deletionGracePeriodSeconds", metadata, old, arena);
}

}  // namespace

void BeforeCreate(crd::Internal& crd) {
  Value* metadata = crd.crd.Find("metadata");
  if (metadata != nullptr && metadata->is_object()) json::Take(*metadata, "namespace");
}

void BeforeUpdate(crd::Internal& crd, crd::Internal& stored, base::Arena& arena) {
  CompleteStatus(stored, arena);
  RestoreImmutableMetadata(ObjectAt(crd, "metadata", arena), ObjectAt(stored, "metadata", arena), arena);
}

void PrepareForCreate(crd::Internal& crd, base::Arena& arena) {
  Set(crd.crd, "status", Value::Object({}), arena);
  Set(ObjectAt(crd, "metadata", arena), "generation", Value::Int(1), arena);
  StoreVersion(crd, arena);
}

void PrepareForUpdate(crd::Internal& crd, crd::Internal& old, base::Arena& arena) {
  Value& old_metadata = ObjectAt(old, "metadata", arena);
  if (TextOf(old_metadata.Find("resourceVersion")).empty())
    Set(old_metadata, "resourceVersion", Value::String("1"), arena);
  Value& metadata = ObjectAt(crd, "metadata", arena);
  for (const std::string_view key : {"resourceVersion", "uid", "creationTimestamp"})
    CopyIfMissing(key, metadata, old_metadata, arena);
  if (!SameSpec(crd, old)) {
    const Value* generation = old_metadata.Find("generation");
    const std::int64_t before = generation == nullptr ? 0 : generation->integer();
    Set(metadata, "generation", Value::Int(before + 1), arena);
  }
  Set(crd.crd, "status", json::DeepCopy(ObjectAt(old, "status", arena), arena), arena);
  StoreVersion(crd, arena);
}

}  // namespace structural::validate
