// Types of the protobuf messages of a CustomResourceDefinition, except messages inside schemas.
//
// Upstream: apis/apiextensions/{v1,v1beta1}/generated.proto and apimachinery apis/meta/v1/generated.proto (v0.37.2).
// Kubernetes 1.16 has fewer fields, with the same numbers. schema/crd/model/decode_proto.cc has the fields of a schema.
#pragma once

#include <span>

#include "schema/base/proto_reader.h"

namespace structural::crd {

struct ProtoType;

struct ProtoField {
  int number;
  base::WireType wire_type;
  const ProtoType* message = nullptr;  // type of the field if it is a message; null: a scalar or a string
  bool is_map = false;                 // whether the field is a map from strings to strings
};

struct ProtoType {
  std::span<const ProtoField> fields;
};

extern const ProtoType kProtoObjectMeta;
extern const ProtoType kProtoNames;
extern const ProtoType kProtoScale;
extern const ProtoType kProtoStatus;
extern const ProtoType kProtoCondition;

namespace v1 {
extern const ProtoType kProtoSpec;
extern const ProtoType kProtoVersion;
extern const ProtoType kProtoConversion;
}  // namespace v1

namespace v1beta1 {
extern const ProtoType kProtoSpec;
extern const ProtoType kProtoVersion;
extern const ProtoType kProtoConversion;
}  // namespace v1beta1

// Checks the wire type and the value of the reader's current field, and skips the value. `type` is the type of the
// message that has the field. The reader keeps errors.
void CheckField(base::ProtoReader& in, const ProtoType& type);

}  // namespace structural::crd
