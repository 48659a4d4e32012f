// ProtoToJson: writes a CRD in protobuf as JSON.
#pragma once

#include <string>
#include <string_view>

#include "schema/base/result.h"

namespace structural::crd {

// Returns the JSON of a CRD in v1, as an API server would have sent it: the same members in the same order. Only <, >
// and & in strings are not escaped, and JSON inside the CRD, such as a default, keeps its white space. Like an item of
// a list in JSON, the result has apiVersion and kind only if the object has them. Fields that Kubernetes 1.37 does not
// know are dropped.
//
// Fields may be in any order. As in all decoders of protobuf, the last of repeated values counts, and repeated messages
// are merged.
//
// Errors: kInvalidInput if the object is not a CRD in v1, or if JSON inside it is invalid. kLimitExceeded for messages
// that are nested too deeply, for more than base::ProtoReader::kMaxRepeatedBytes of messages in several parts, and for a
// JSON text of more than base::MaxDocumentBytes. Unlike Kubernetes' decoders,
// returns kInvalidInput if an entry of a map has another wire type or ends beyond its size. Precondition:
// base::IsProtoObject(text).
//
// Upstream: apis/apiextensions/v1/types.go and types_jsonschema.go (v0.37.2) have the order and names of the members,
// apimachinery pkg/apis/meta/v1/types.go (0.37.2) those of metadata.
base::Result<std::string> ProtoToJson(std::string_view text);

// Returns `text` if it is JSON, otherwise ProtoToJson(text), which it stores in `buffer`.
base::Result<std::string_view> JsonOf(std::string_view text, std::string& buffer);

}  // namespace structural::crd
