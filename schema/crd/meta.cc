#include "schema/crd/meta.h"

#include "schema/base/arena.h"
#include "schema/crd/model/decode_values.h"
#include "schema/kubernetes/crd_types.h"
#include "schema/kubernetes/read.h"

namespace structural::crd {
namespace {

using base::ErrorCode;

// Stops after metadata. The strings are in `json` or `arena`.
base::Result<ObjectMeta> ReadMetadata(std::string_view json, base::Arena& arena) {
  json::JsonReader in(json, arena);
  ObjectMeta meta;
  std::string_view key;
  for (in.BeginObject(); in.NextKey(&key);) {
    if (key == "metadata") {
      ReadObjectMeta(in, meta);
      break;
    }
    in.Skip();
  }
  if (!in.ok()) return in.error().In("read metadata");
  if (meta.resource_version.empty()) {
    return {ErrorCode::kInvalidInput, "the object has no metadata.resourceVersion"};
  }
  return meta;
}

}  // namespace

base::Result<Meta> ReadMeta(std::string_view json, ApiVersion asked_for) {
  base::Arena arena;
  const auto meta = ReadMetadata(json, arena);
  if (!meta.ok()) return meta.error();
  if (meta->name.empty()) return {ErrorCode::kInvalidInput, "the object has no metadata.name"};
  return Meta{std::string(meta->name), std::string(meta->uid), std::string(meta->resource_version), meta->generation,
              asked_for};
}

base::Result<std::string> ReadResourceVersion(std::string_view json) {
  base::Arena arena;
  const auto meta = ReadMetadata(json, arena);
  if (!meta.ok()) return meta.error();
  return std::string(meta->resource_version);
}

void ReadObjectMeta(json::JsonReader& in, ObjectMeta& out) {
  ReadObject(in, [&](std::string_view key) {
    if (key == "name") return crd::ReadString(in, out.name);
    if (key == "uid") return crd::ReadString(in, out.uid);
    if (key == "resourceVersion") return crd::ReadString(in, out.resource_version);
    if (key == "generation") {
      if (!ReadNull(in)) out.generation = in.Int64();
      return;
    }
    if (key == "deletionTimestamp") {
      out.deleting = in.Peek() != json::JsonReader::Kind::kNull;
    }
    kubernetes::CheckMember(in, kubernetes::kObjectMeta, key);
  });
}

}  // namespace structural::crd
