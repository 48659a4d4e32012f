#include "schema/api/equal.h"

#include <algorithm>

#include <nlohmann/json.hpp>

#include "schema/api/write.h"

namespace structural::api {
namespace {

using nlohmann::json;

// Inside JSON values an integer differs from a float of the same value.
bool SameJson(const json& a, const json& b) {
  if (a.is_number() && b.is_number()) return a.is_number_float() == b.is_number_float() && a == b;
  if (a.type() != b.type() || a.size() != b.size()) return false;
  if (a.is_array()) return std::equal(a.begin(), a.end(), b.begin(), SameJson);
  if (!a.is_object()) return a == b;
  return std::all_of(a.items().begin(), a.items().end(), [&](const auto& item) {
    const auto other = b.find(item.key());
    return other != b.end() && SameJson(item.value(), *other);
  });
}

bool SameStruct(const Type& type, const json& a, const json& b) {
  return std::ranges::all_of(type.fields, [&](const Field& field) {
    const std::string name(field.name);
    const auto of_a = a.find(name), of_b = b.find(name);
    const bool missing = of_a == a.end(), missing_there = of_b == b.end();
    if (missing && missing_there) return true;
    if (field.type->kind == Kind::kPointer && missing != missing_there) return false;
    const json zero = missing || missing_there ? Zero(*field.type) : json();
    return SemanticEqual(*field.type, missing ? zero : *of_a, missing_there ? zero : *of_b);
  });
}

bool SameMap(const Type& type, const json& a, const json& b) {
  if (a.size() != b.size()) return false;
  for (const auto& [key, value] : a.items()) {
    const auto other = b.find(key);
    if (other == b.end() || !SemanticEqual(type, value, *other)) return false;
  }
  return true;
}

bool SameList(const Type& type, const json& a, const json& b) {
  return a.size() == b.size() &&
         std::equal(a.begin(), a.end(), b.begin(),
                    [&](const json& x, const json& y) { return SemanticEqual(type, x, y); });
}

bool SameUnion(const Type& type, const json& a, const json& b) {
  if (a.is_object() && b.is_object()) return SameStruct(*type.element, a, b);
  if (type.kind != Kind::kSchemaOrArray || !a.is_array() || !b.is_array()) return a == b;
  return SameList(*type.element, a, b);
}

}  // namespace

bool SemanticEqual(const Type& type, const json& a, const json& b) {
  switch (type.kind) {
    case Kind::kPointer:
      return a.is_null() || b.is_null() ? a.is_null() == b.is_null()
                                        : SemanticEqual(*type.element, a, b);
    case Kind::kStruct: return a.is_binary() ? a == b : SameStruct(type, a, b);
    case Kind::kMap: return SameMap(*type.element, a, b);
    case Kind::kList: return SameList(*type.element, a, b);
    case Kind::kJson:
    case Kind::kAny: return SameJson(a, b);
    case Kind::kSchemaOrArray:
    case Kind::kSchemaOrBool:
    case Kind::kSchemaOrStringArray: return SameUnion(type, a, b);
    default: return a == b;
  }
}

}  // namespace structural::api
