#include "schema/base/proto_object.h"

#include "schema/base/proto_reader.h"

namespace structural::base {

Result<ProtoObject> ReadProtoObject(std::string_view text) {
  // Upstream: Unknown has two more fields, contentEncoding and contentType, which Kubernetes does not set.
  constexpr int kLastField = 4;
  ProtoObject object;
  ProtoReader in(text.substr(kProtoMagic.size()));
  while (in.NextField()) {
    if (in.field() == unknown::kRaw) {
      object.raw = in.Bytes();
    } else if (in.field() == unknown::kTypeMeta) {
      in.Message([&] {
        if (in.field() == unknown::kApiVersion) {
          object.api_version = in.Bytes();
        } else if (in.field() == unknown::kKind) {
          object.kind = in.Bytes();
        } else {
          in.Skip();
        }
      });
    } else if (in.field() <= kLastField) {
      in.Bytes();
    } else {
      in.Skip();
    }
  }
  if (!in.ok()) return in.error();
  return object;
}

}  // namespace structural::base
