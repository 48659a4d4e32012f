#include "schema/crd/meta.h"

#include "schema/base/arena.h"
#include "schema/base/json_reader.h"
#include "schema/crd/object_meta.h"

namespace structural::crd {

base::Result<Meta> ReadMeta(std::string_view json) {
  base::Arena arena;
  base::JsonReader in(json, arena);
  ObjectMeta meta;
  std::string_view key;
  for (in.BeginObject(); in.NextKey(&key);) {
    if (key != "metadata") {
      in.Skip();
      continue;
    }
    ReadObjectMeta(in, meta);
    break;
  }
  if (!in.ok()) return in.error().In("read metadata");
  if (meta.name.empty() || meta.resource_version.empty()) {
    return {base::ErrorCode::kInvalidInput, "the object has no metadata with name and resourceVersion"};
  }
  return Meta{std::string(meta.name), std::string(meta.uid), std::string(meta.resource_version), meta.generation};
}

}  // namespace structural::crd
