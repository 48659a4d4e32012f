// Functions that read parts of a CRD in protobuf.
#pragma once

#include <string_view>

#include "schema/crd/meta.h"
#include "schema/crd/model/decode_proto.h"

namespace structural::crd {

// Reads the reader's next message as metadata into `out`. The reader keeps errors.
void ReadProtoMeta(ProtoInput& input, ObjectMeta& out);

// Returns upper limits for the numbers of the parts of all schemas in a CRD in protobuf, to estimate their memory.
// Stops counting at the first error. Precondition: base::IsProtoObject(text).
SchemaParts CountSchemaParts(std::string_view text);

}  // namespace structural::crd
