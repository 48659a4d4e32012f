// The messages of a CRD in protobuf with the names of their members in JSON, for proto_json.cc.
#pragma once

#include <span>
#include <string_view>

namespace structural::crd::proto_json {

struct Message;

// A field of a protobuf message, and the JSON member that is written for the field.
struct Field {
  // kRaw: a message whose only field is JSON text. kTime: a message with the seconds since 1970.
  enum class Kind : char { kText, kBase64, kBool, kInt32, kInt64, kDouble, kTime, kRaw, kMessage };
  // Whether the field has one value, or is a list or a map whose keys are texts.
  enum class Shape : char { kOne, kList, kMap };
  // The condition on which the member is written: the field is present; the field is present and not zero; always.
  enum class WrittenIf : char { kPresent, kNonZero, kAlways };

  int number;
  std::string_view name;  // name of the member
  Kind kind;
  WrittenIf written_if = WrittenIf::kPresent;
  Shape shape = Shape::kOne;
  const Message* message = nullptr;  // type of the values of kMessage
};

struct Message {
  std::span<const Field> fields;  // in the order of the members
  // Not empty: the message is written as the value of its last field that is present, or as this text if no field is
  // present. Empty: the message is written as a JSON object.
  std::string_view json_if_empty = {};
};

// The message CustomResourceDefinition of apiextensions.k8s.io/v1.
extern const Message kCrd;

}  // namespace structural::crd::proto_json
