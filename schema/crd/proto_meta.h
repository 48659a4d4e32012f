// Reads parts of a CRD in protobuf.
#pragma once

#include <string_view>

#include "schema/crd/meta.h"
#include "schema/crd/model/decode_proto.h"

namespace structural::crd {

// Reads the next message as metadata. Errors stay in the reader.
void ReadProtoMeta(ProtoInput& input, ObjectMeta& out);

// Counts the parts of all schemas of an object in protobuf, up to the first error. Precondition:
// base::IsProtoObject(text).
SchemaParts CountParts(std::string_view text);

}  // namespace structural::crd
