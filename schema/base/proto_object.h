// ProtoObject: a Kubernetes object in protobuf.
//
// The bytes of an object begin with the magic bytes "k8s" and a zero byte. A message of the type Unknown follows. Its
// field `raw` contains the message of the object itself.
//
// Upstream: apimachinery pkg/runtime/generated.proto, pkg/runtime/serializer/protobuf/protobuf.go (0.37.2).
#pragma once

#include <string_view>

#include "schema/base/result.h"

namespace structural::base {

inline constexpr std::string_view kProtoMagic("k8s\0", 4);

// The field numbers of the message Unknown and of its typeMeta.
namespace unknown {
inline constexpr int kTypeMeta = 1, kRaw = 2;
inline constexpr int kApiVersion = 1, kKind = 2;
}  // namespace unknown

// The fields of a message Unknown. Points into the bytes that were read.
struct ProtoObject {
  std::string_view api_version;
  std::string_view kind;
  std::string_view raw;
};

// Whether the text is an object in protobuf: begins with the magic bytes.
inline bool IsProtoObject(std::string_view text) { return text.starts_with(kProtoMagic); }

// Reads the message Unknown of an object in protobuf. Errors: kInvalidInput if the bytes after the magic bytes are not
// a message of the type Unknown. Precondition: IsProtoObject(text).
Result<ProtoObject> ReadProtoObject(std::string_view text);

}  // namespace structural::base
