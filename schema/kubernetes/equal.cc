#include "schema/kubernetes/equal.h"

#include <algorithm>

#include "schema/kubernetes/crd_types.h"
#include "schema/kubernetes/write.h"

namespace structural::kubernetes {
namespace {

using json::Member;
using json::Value;

bool SameStruct(const Type& type, const Value& a, const Value& b) {
  return std::ranges::all_of(type.fields, [&](const Field& field) {
    const Value* of_a = a.Find(field.name);
    const Value* of_b = b.Find(field.name);
    const bool differ = (of_a == nullptr) != (of_b == nullptr);
    if (differ && field.type->kind == Kind::kPointer) return false;
    const Value zero = Zero(*field.type);
    return SemanticEqual(*field.type, of_a == nullptr ? zero : *of_a,
                         of_b == nullptr ? zero : *of_b);
  });
}

bool SameMap(const Type& element, const Value& a, const Value& b) {
  const auto members = [](const Value& map) {
    return map.is_object() ? map.members() : std::span<Member>();
  };
  return std::ranges::equal(members(a), members(b), [&](const Member& x, const Member& y) {
    return x.key == y.key && SemanticEqual(element, x.value, y.value);
  });
}

bool SameList(const Type& element, const Value& a, const Value& b) {
  const auto elements = [](const Value& list) {
    return list.is_array() ? list.elements() : std::span<Value>();
  };
  return std::ranges::equal(elements(a), elements(b), [&](const Value& x, const Value& y) {
    return SemanticEqual(element, x, y);
  });
}

}  // namespace

bool SemanticEqual(const Type& type, const Value& a, const Value& b) {
  switch (type.kind) {
    case Kind::kPointer:
      return a.is_null() || b.is_null() ? a.is_null() == b.is_null()
                                        : SemanticEqual(*type.element, a, b);
    case Kind::kStruct: return &type == &kJSONSchemaProps ? Equal(a, b) : SameStruct(type, a, b);
    case Kind::kMap: return SameMap(*type.element, a, b);
    case Kind::kList: return SameList(*type.element, a, b);
    default: return Equal(a, b);
  }
}

}  // namespace structural::kubernetes
