#include "schema/crd/object_meta.h"

#include "schema/kubernetes/crd_types.h"
#include "schema/kubernetes/read.h"
#include "schema/model/decode_values.h"

namespace structural::crd {

void ReadObjectMeta(json::JsonReader& in, ObjectMeta& out) {
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
      out.deleting = in.Peek() != json::JsonReader::Kind::kNull;
    }
    kubernetes::CheckMember(in, kubernetes::kObjectMeta, key);
  });
}

}  // namespace structural::crd
