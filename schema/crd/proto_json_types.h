// The messages of a CRD in protobuf with the names of their members in JSON, for proto_json.cc.
#pragma once

#include <span>
#include <string_view>

namespace structural::crd::proto_json {

struct Message;

// A field of a message, and the member that it becomes.
struct Field {
  // kRaw: a message whose only field is JSON text. kTime: a message with the seconds since 1970.
  enum class Kind : char { kText, kBase64, kBool, kInt32, kInt64, kDouble, kTime, kRaw, kMessage };
  // Whether the field has one value, or is a list or a map whose keys are texts.
  enum class Shape : char { kOne, kList, kMap };
  // When the member is written: if the field is present, if its value is also not zero, or always.
  enum class When : char { kPresent, kNonZero, kAlways };

  int number;
  std::string_view name;
  Kind kind;
  When when = When::kPresent;
  Shape shape = Shape::kOne;
  const Message* message = nullptr;  // type of the values of kMessage
};

struct Message {
  std::span<const Field> fields;  // in the order of the members
  // For a message that is written as the value of one of its fields, the last one that is present: JSON of a message
  // without fields. Empty for all other messages, which are objects.
  std::string_view absent = {};
};

// The message CustomResourceDefinition of apiextensions.k8s.io/v1.
extern const Message kCrd;

}  // namespace structural::crd::proto_json
