// ProtoToJson: writes a CRD in protobuf as JSON.
#pragma once

#include <string>
#include <string_view>

#include "schema/base/result.h"

namespace structural::crd {

// Returns the JSON of a CRD in v1 with the same members in the same order as an API server sends them. Unlike a server,
// does not escape <, > and & in strings, and keeps the white space of JSON inside the CRD, such as a default. The
// result has apiVersion and kind only if the object has them, which items of a list lack. Drops fields that Kubernetes
// 1.37 does not know.
//
// Fields may be in any order. As in all decoders of protobuf, the last of repeated values counts, and repeated messages
// are merged.
//
// Errors: kInvalidInput if the object is not a CRD in v1, or if JSON inside it is invalid. kLimitExceeded if messages
// are nested too deeply, if more than base::ProtoReader::kMaxRepeatedBytes of messages are merged, or if the JSON has
// more than base::MaxDocumentBytes. Unlike Kubernetes' decoders, returns kInvalidInput if an entry of a map has another
// wire type or ends beyond its size.
//
// Precondition: base::IsProtoObject(text).
//
// Upstream: apis/apiextensions/v1/types.go and types_jsonschema.go (v0.37.2) have the order and names of the members,
// apimachinery pkg/apis/meta/v1/types.go (0.37.2) those of metadata.
base::Result<std::string> ProtoToJson(std::string_view text);

// Returns the CRD `text` as JSON: `text` itself if it is JSON; otherwise ProtoToJson(text), which is stored in
// `buffer`.
base::Result<std::string_view> JsonOf(std::string_view text, std::string& buffer);

}  // namespace structural::crd
