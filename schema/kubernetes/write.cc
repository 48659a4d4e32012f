#include "schema/kubernetes/write.h"

#include <algorithm>

#include "schema/json/write.h"
#include "schema/kubernetes/crd_types.h"

namespace structural::kubernetes {
namespace {

using json::Member;
using json::Value;

// Whether Go's omitempty omits the value. Structs, and pointers that are not null, are never empty. (A zero
// creationTimestamp is omitted because of omitzero.)
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
  json::Writer to_;
};

// Writes a struct. Advances through the fields of the type and the members of the value together, because both are
// sorted by name.
void Writing::Struct(const Type& type, const Value& value) {
  const auto members = value.is_object() ? value.members() : std::span<Member>();
  auto member = members.begin();
  to_.BeginObject();
  for (const Field& field : type.fields) {
    while (member != members.end() && member->key < field.name) ++member;
    const bool set = member != members.end() && member->key == field.name;
    if (field.omit_empty && (!set || IsEmpty(field.type->kind, member->value))) continue;
    to_.Key(field.name);
    Any(*field.type, set ? member->value : ZeroValueOf(*field.type));
  }
  to_.EndObject();
}

void Writing::List(const Type& element, std::span<const Value> elements) {
  to_.BeginList();
  for (const Value& value : elements) {
    Any(element, value);
    if (output_.to.size() > output_.max_bytes) break;
  }
  to_.EndList();
}

void Writing::Map(const Type& element, std::span<const Member> members) {
  to_.BeginObject();
  for (const Member& member : members) {
    to_.AnyKey(member.key);
    Any(element, member.value);
  }
  to_.EndObject();
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
  to_.Add(value);
}

bool SameStruct(const Type& type, const Value& a, const Value& b) {
  return std::ranges::all_of(type.fields, [&](const Field& field) {
    const Value* of_a = a.Find(field.name);
    const Value* of_b = b.Find(field.name);
    const bool differ = (of_a == nullptr) != (of_b == nullptr);
    if (differ && field.type->kind == Kind::kPointer) return false;
    const Value zero = ZeroValueOf(*field.type);
    return SemanticEqual(*field.type, of_a == nullptr ? zero : *of_a, of_b == nullptr ? zero : *of_b);
  });
}

bool SameMap(const Type& element, const Value& a, const Value& b) {
  const auto members = [](const Value& map) { return map.is_object() ? map.members() : std::span<Member>(); };
  return std::ranges::equal(members(a), members(b), [&](const Member& x, const Member& y) {
    return x.key == y.key && SemanticEqual(element, x.value, y.value);
  });
}

bool SameList(const Type& element, const Value& a, const Value& b) {
  const auto elements = [](const Value& list) { return list.is_array() ? list.elements() : std::span<Value>(); };
  return std::ranges::equal(elements(a), elements(b),
                            [&](const Value& x, const Value& y) { return SemanticEqual(element, x, y); });
}

}  // namespace

bool CanBeNull(Kind kind) {
  return kind == Kind::kPointer || kind == Kind::kList || kind == Kind::kMap || kind == Kind::kBytes ||
         kind == Kind::kTime;
}

Value ZeroValueOf(const Type& type) {
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

void AppendJson(const Type& type, const Value& value, const Output& output) { Writing(output).Any(type, value); }

bool SemanticEqual(const Type& type, const Value& a, const Value& b) {
  switch (type.kind) {
    case Kind::kPointer:
      return a.is_null() || b.is_null() ? a.is_null() == b.is_null() : SemanticEqual(*type.element, a, b);
    case Kind::kStruct: return &type == &kJSONSchemaProps ? Equal(a, b) : SameStruct(type, a, b);
    case Kind::kMap: return SameMap(*type.element, a, b);
    case Kind::kList: return SameList(*type.element, a, b);
    default: return Equal(a, b);
  }
}

}  // namespace structural::kubernetes
