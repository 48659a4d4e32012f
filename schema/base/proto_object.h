// ProtoObject: a Kubernetes object in protobuf.
//
// An object is the magic bytes "k8s" and zero, and a message of the type Unknown, whose field `raw` is the message of
// the object itself.
//
// Upstream: apimachinery pkg/runtime/generated.proto, pkg/runtime/serializer/protobuf/protobuf.go (0.37.2).
#pragma once

#include <string_view>

#include "schema/base/result.h"

namespace structural::base {

inline constexpr std::string_view kProtoMagic("k8s\0", 4);

// The fields of Unknown and of its typeMeta.
namespace unknown {
inline constexpr int kTypeMeta = 1, kRaw = 2;
inline constexpr int kApiVersion = 1, kKind = 2;
}  // namespace unknown

// Views into the bytes.
struct ProtoObject {
  std::string_view api_version;
  std::string_view kind;
  std::string_view raw;
};

// Whether the text is an object in protobuf, not in JSON.
inline bool IsProtoObject(std::string_view text) { return text.starts_with(kProtoMagic); }

// Errors: kInvalidInput if the bytes behind the magic are not a message of the type Unknown. Precondition:
// IsProtoObject(text).
Result<ProtoObject> ReadProtoObject(std::string_view text);

}  // namespace structural::base
