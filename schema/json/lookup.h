// Looks into JSON that nobody has checked: what is not there, or of another type, is nothing.
//
// Each takes a value that may be missing (nullptr), so that calls can be chained:
// TextOf(Below(crd.Find("metadata"), "name")). Found without `json::`, by their argument.
#pragma once

#include <span>
#include <string_view>

#include "schema/json/value.h"

namespace structural::json {

// The member; nullptr where there is none.
inline const Value* Below(const Value* object, std::string_view key) {
  return object == nullptr ? nullptr : object->Find(key);
}

// Empty where it is no text. Points to what the value points to.
inline std::string_view TextOf(const Value* value) {
  return value != nullptr && value->is_string() ? value->text() : std::string_view();
}

inline bool IsTrue(const Value* value) {
  return value != nullptr && value->kind() == Value::Kind::kBool && value->boolean();
}

// Empty where it is no list.
inline std::span<const Value> ElementsOf(const Value* value) {
  return value != nullptr && value->is_array() ? value->elements() : std::span<Value>();
}

}  // namespace structural::json
