#include "schema/kubernetes/write.h"

#include <utility>

#include "schema/base/quote.h"
#include "schema/json/write.h"
#include "schema/kubernetes/crd_types.h"

namespace structural::kubernetes {
namespace {

using json::Member;
using json::Value;

// What omitempty leaves out. Structs, and pointers that are set, are never empty; a zero
// creationTimestamp is left out by omitzero.
bool IsEmpty(Kind kind, const Value& value) {
  switch (kind) {
    case Kind::kString:
    case Kind::kBytes: return !value.is_string() || value.text().empty();
    case Kind::kBool: return !value.boolean();
    case Kind::kInt32:
    case Kind::kInt64: return value.integer() == 0;
    case Kind::kDouble: return value.real() == 0;
    case Kind::kTime: return value.is_null();
    case Kind::kList: return !value.is_array() || value.elements().empty();
    case Kind::kMap: return !value.is_object() || value.members().empty();
    default: return false;
  }
}

class Writing {
 public:
  explicit Writing(const Output& output) : output_(output), to_(output.to) {}

  void Any(const Type& type, const Value& value);

 private:
  void Struct(const Type& type, const Value& value);
  void List(const Type& element, std::span<const Value> elements);
  void Map(const Type& element, std::span<const Member> members);

  const Output& output_;
  std::string& to_;
};

// Both are sorted by name.
void Writing::Struct(const Type& type, const Value& value) {
  const auto members = value.is_object() ? value.members() : std::span<Member>();
  auto member = members.begin();
  char separator = '{';
  for (const Field& field : type.fields) {
    while (member != members.end() && member->key < field.name) ++member;
    const bool set = member != members.end() && member->key == field.name;
    if (field.omit_empty && (!set || IsEmpty(field.type->kind, member->value))) continue;
    to_ += std::exchange(separator, ',');
    ((to_ += '"') += field.name) += "\":";
    Any(*field.type, set ? member->value : Zero(*field.type));
  }
  to_ += separator == '{' ? "{}" : "}";
}

void Writing::List(const Type& element, std::span<const Value> elements) {
  to_ += '[';
  for (const Value& value : elements) {
    if (&value != elements.data()) to_ += ',';
    Any(element, value);
    if (to_.size() > output_.most) break;
  }
  to_ += ']';
}

void Writing::Map(const Type& element, std::span<const Member> members) {
  to_ += '{';
  for (const Member& member : members) {
    if (&member != members.data()) to_ += ',';
    base::AppendJsonString(member.key, to_);
    to_ += ':';
    Any(element, member.value);
  }
  to_ += '}';
}

void Writing::Any(const Type& type, const Value& value) {
  switch (type.kind) {
    case Kind::kPointer: return Any(*type.element, value);
    case Kind::kStruct:
      if (&type == &kJSONSchemaProps) return output_.append_schema(value.integer());
      return Struct(type, value);
    case Kind::kList:
      if (value.is_array()) return List(*type.element, value.elements());
      break;
    case Kind::kMap:
      if (value.is_object()) return Map(*type.element, value.members());
      break;
    default: break;
  }
  json::AppendJson(value, to_);
}

}  // namespace

bool HasNull(Kind kind) {
  return kind == Kind::kPointer || kind == Kind::kList || kind == Kind::kMap ||
         kind == Kind::kBytes || kind == Kind::kTime;
}

Value Zero(const Type& type) {
  switch (type.kind) {
    case Kind::kString: return Value::String("");
    case Kind::kBool: return Value::Bool(false);
    case Kind::kInt32:
    case Kind::kInt64: return Value::Int(0);
    case Kind::kDouble: return Value::Double(0);
    case Kind::kStruct: return Value::Object({});
    default: return {};
  }
}

void AppendJson(const Type& type, const Value& value, const Output& output) {
  Writing(output).Any(type, value);
}

}  // namespace structural::kubernetes
