// Types of the protobuf messages of a CustomResourceDefinition, without those of schemas.
//
// Upstream: apis/apiextensions/{v1,v1beta1}/generated.proto and apimachinery apis/meta/v1/generated.proto (v0.37.2).
// Kubernetes 1.16 has the same numbers and fewer fields. schema/crd/model/decode_proto.cc has the fields of a schema.
#pragma once

#include <span>

#include "schema/base/proto_reader.h"

namespace structural::crd {

struct ProtoType;

struct ProtoField {
  int number;
  base::WireType wire;
  const ProtoType* message = nullptr;  // type of the field if it is a message; null: a scalar or a string
  bool map = false;                    // whether the field is a map from strings to strings
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

// Checks the wire type and the value of the current field, in a message of this type, and skips the value. The reader
// keeps errors.
void CheckField(base::ProtoReader& in, const ProtoType& type);

}  // namespace structural::crd
