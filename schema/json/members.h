// Changing the members of an object. They stay sorted by key.
//
// Copies of a Value share its members: who changes them must be the only one that has them.
#pragma once

#include <span>
#include <string_view>

#include "schema/base/arena.h"
#include "schema/json/value.h"

namespace structural::json {

// Sets the member's value; -> where it is. A new member makes the object a copy of all its members
// in `arena`: pointers to those before are of no use. Precondition of each: it is an object.
Value& Set(Value& object, std::string_view key, const Value& value, base::Arena& arena);

// Takes the member out; -> its value, or null where there is none.
Value Take(Value& object, std::string_view key);

// Precondition: there is no member `to`.
void Rename(Value& object, std::string_view from, std::string_view to);

// A copy of all but the texts.
Value DeepCopy(const Value& value, base::Arena& arena);

// Sorts, and lets the last of equal keys stand; -> how many are left. Linear if they are sorted.
std::size_t SortByKey(std::span<Member> members);

// Looks into JSON that nobody has checked: what is not there, or of another type, is nothing.
//
// Each takes a value that may be missing (nullptr), so that calls can be chained:
// TextOf(Below(crd.Find("metadata"), "name")). Found without `json::`, by their argument.

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
