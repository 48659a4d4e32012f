#include "schema/merge/scale_fields.h"

#include "schema/merge/managed_fields.h"

namespace structural::merge {
namespace {

constexpr std::string_view kScaleApiVersion = "autoscaling/v1";

Set SetOf(Path path, base::Arena& arena) {
  Set set;
  set.Insert(path, arena);
  return set;
}

}  // namespace

base::Result<json::Value> ScaleEntries(const json::Value& of_object, const ReplicasPaths& paths, FieldsFormat format,
                                       base::Arena& arena) {
  const auto managed = ReadManagedFields(of_object, format, arena);
  if (!managed.ok()) return managed.error();
  const PathElement replicas[] = {PathElement::Field("spec"), PathElement::Field("replicas")};
  ManagedFields scale{{}, managed->infos, managed->times};
  for (const auto& [id, owned] : managed->owners) {
    const auto path = paths.find(owned.api_version);
    if (path == paths.end() || !owned.fields.Has(path->second)) continue;
    scale.owners[id] = {SetOf(replicas, arena), kScaleApiVersion, owned.applied};
  }
  return WriteManagedFields(scale, format, arena);
}

base::Result<json::Value> EntriesAfterScale(const json::Value& of_object, const json::Value& of_scale,
                                            const ReplicasPaths& paths, std::string_view api_version,
                                            FieldsFormat format, base::Arena& arena) {
  const auto object = ReadManagedFields(of_object, format, arena);
  if (!object.ok()) return object.error();
  auto scale = ReadManagedFields(of_scale, format, arena);
  if (!scale.ok()) return scale.error();
  const PathElement replicas[] = {PathElement::Field("spec"), PathElement::Field("replicas")};
  ManagedFields after{{}, object->infos, object->times};
  for (const auto& [id, owned] : object->owners) {
    const auto path = paths.find(owned.api_version);
    if (path == paths.end()) continue;
    if (!owned.fields.Has(path->second) || scale->owners.erase(id) != 0) {
      after.owners[id] = owned;
      continue;
    }
    const Set remaining = Difference(owned.fields, SetOf(path->second, arena), arena);
    if (!remaining.empty()) after.owners[id] = {remaining, owned.api_version, owned.applied};
  }
  for (const auto& [id, owned] : scale->owners) {
    const auto path = paths.find(api_version);
    if (!owned.fields.Has(replicas) || path == paths.end()) continue;
    after.infos.emplace(id, scale->InfoOf(id));
    after.owners[id] = {SetOf(path->second, arena), api_version, owned.applied};
  }
  return WriteManagedFields(after, format, arena);
}

}  // namespace structural::merge
