#include "schema/crd/meta.h"

#include "schema/base/arena.h"
#include "schema/base/proto_object.h"
#include "schema/base/proto_reader.h"
#include "schema/crd/model/decode_values.h"
#include "schema/crd/proto_meta.h"
#include "schema/kubernetes/crd_types.h"
#include "schema/kubernetes/read.h"

namespace structural::crd {
namespace {

using base::ErrorCode;

// Reads the metadata of an object in protobuf into `meta`.
base::Status ReadFromProto(std::string_view text, base::Arena& arena, ObjectMeta& meta) {
  const auto object = base::ReadProtoObject(text);
  if (!object.ok()) return object.error();
  base::ProtoReader in(object->raw);
  ProtoInput input{in, arena};
  // Upstream: message CustomResourceDefinition of apis/apiextensions/v1/generated.proto (v0.37.2).
  constexpr int kMetadata = 1;
  while (in.NextField()) {
    if (in.field() == kMetadata) {
      ReadProtoMeta(input, meta);
      break;
    }
    in.Skip();
  }
  return in.ok() ? base::Ok() : in.error();
}

base::Status ReadFromJson(std::string_view json, base::Arena& arena, ObjectMeta& meta) {
  json::JsonReader in(json, arena);
  std::string_view key;
  for (in.BeginObject(); in.NextKey(&key);) {
    if (key == "metadata") {
      ReadObjectMeta(in, meta);
      break;
    }
    in.Skip();
  }
  return in.ok() ? base::Ok() : in.error();
}

// Reads the metadata of an object in JSON or protobuf, and ignores the text after it. The result points into `text` or
// `arena`.
base::Result<ObjectMeta> ReadMetadata(std::string_view text, base::Arena& arena) {
  ObjectMeta meta;
  const base::Status read =
      base::IsProtoObject(text) ? ReadFromProto(text, arena, meta) : ReadFromJson(text, arena, meta);
  if (!read.ok()) return read.error().In("read metadata");
  if (meta.resource_version.empty()) {
    return {ErrorCode::kInvalidInput, "the object has no metadata.resourceVersion"};
  }
  return meta;
}

}  // namespace

base::Result<Meta> ReadMeta(std::string_view text, ApiVersion default_version) {
  base::Arena arena;
  const auto meta = ReadMetadata(text, arena);
  if (!meta.ok()) return meta.error();
  if (meta->name.empty()) return {ErrorCode::kInvalidInput, "the object has no metadata.name"};
  return Meta{std::string(meta->name), std::string(meta->uid), std::string(meta->resource_version), meta->generation,
              default_version};
}

base::Result<std::string> ReadResourceVersion(std::string_view text) {
  base::Arena arena;
  const auto meta = ReadMetadata(text, arena);
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
