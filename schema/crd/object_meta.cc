#include "schema/crd/object_meta.h"

#include "schema/api/crd_types.h"
#include "schema/api/read.h"
#include "schema/model/decode_values.h"

namespace structural::crd {

void ReadObjectMeta(base::JsonReader& in, ObjectMeta& out) {
  using model::ReadNull;
  model::ReadObject(in, [&](std::string_view key) {
    if (key == "name") return model::ReadString(in, out.name);
    if (key == "uid") return model::ReadString(in, out.uid);
    if (key == "resourceVersion") return model::ReadString(in, out.resource_version);
    if (key == "generation") {
      if (!ReadNull(in)) out.generation = in.Int64();
      return;
    }
    if (key == "deletionTimestamp") {
      out.deleting = in.Peek() != base::JsonReader::Kind::kNull;
    }
    api::CheckMember(in, api::kObjectMeta, key);
  });
}

}  // namespace structural::crd
