// Functions that change the members of an object, and keep them sorted by key.
//
// Copies of a Value share their members. Change members only if no other Value uses them.
#pragma once

#include <span>
#include <string_view>

#include "schema/base/arena.h"
#include "schema/json/value.h"

namespace structural::json {

// Sets the member's value, and returns a reference to it. If the member is new, the members are copied into `arena`,
// and pointers to the old ones become invalid. Precondition of each function: the value is an object.
Value& Set(Value& object, std::string_view key, const Value& value, base::Arena& arena);

// Removes the member. Returns its value, or null if the object does not have it.
Value Take(Value& object, std::string_view key);

// Renames a member. Precondition: the object has no member `to`.
void Rename(Value& object, std::string_view from, std::string_view to);

// Returns a copy of the value. The texts are not copied.
Value DeepCopy(const Value& value, base::Arena& arena);

// Sorts the members by key, and keeps the last of equal keys. Returns the number of remaining members. Linear if the
// members are sorted.
std::size_t SortByKey(std::span<Member> members);

// Accessors for JSON that was not validated: a value that is missing or has another type is null or empty.
//
// Each function accepts a missing value (nullptr), so calls can be nested:
//   TextOf(Below(crd.Find("metadata"), "name"))
// Argument-dependent lookup finds the functions without `json::`.
//
// Below returns the member's value, or nullptr if `object` is null, not an object, or does not have the member.
inline const Value* Below(const Value* object, std::string_view key) {
  return object == nullptr ? nullptr : object->Find(key);
}

// Returns the text, or an empty one if the value is not a string. The result points to the same text as the value.
inline std::string_view TextOf(const Value* value) {
  return value != nullptr && value->is_string() ? value->text() : std::string_view();
}

inline bool IsTrue(const Value* value) {
  return value != nullptr && value->kind() == Value::Kind::kBool && value->boolean();
}

// Returns the elements, or none if the value is not an array.
inline std::span<const Value> ElementsOf(const Value* value) {
  return value != nullptr && value->is_array() ? value->elements() : std::span<Value>();
}

}  // namespace structural::json
