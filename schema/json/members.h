// Functions that change the members of an object. The members are always sorted by key.
//
// Copies of a Value share their members, so an object must only be changed if no other Value shares its members.
#pragma once

#include <span>
#include <string_view>

#include "schema/base/arena.h"
#include "schema/json/value.h"

namespace structural::json {

// Sets the value of the member `key`, and returns a reference to the stored value. If the member is new, all members
// are copied into `arena`, and pointers to the previous members become invalid. Precondition of all functions here:
// `object` is a JSON object.
Value& Set(Value& object, std::string_view key, const Value& value, base::Arena& arena);

// Removes a member, and returns its value; null if the object does not have the member.
Value Take(Value& object, std::string_view key);

// Renames the member `from` to `to`. Precondition: the object has no member `to`.
void Rename(Value& object, std::string_view from, std::string_view to);

// Returns a copy of the value with all nested values. The copy shares only the texts.
Value DeepCopy(const Value& value, base::Arena& arena);

// Sorts the members by key. If a key is repeated, keeps only its last member. Returns the number of remaining members,
// which are at the front. Takes linear time if the members are already sorted.
std::size_t SortByKey(std::span<Member> members);

// Accessors for JSON that was not validated. If a value is missing or has another type, the result is null or empty.
//
// Each function accepts a missing value (nullptr), so calls can be nested:
//   TextOf(Below(crd.Find("metadata"), "name"))
// Argument-dependent lookup finds the functions without `json::`.
//
// Below returns the member's value; nullptr if `object` is null, not a JSON object, or does not have the member.
inline const Value* Below(const Value* object, std::string_view key) {
  return object == nullptr ? nullptr : object->Find(key);
}

// Returns the text of a string; empty if the value is not a string. The result points to the same memory as the value.
inline std::string_view TextOf(const Value* value) {
  return value != nullptr && value->is_string() ? value->text() : std::string_view();
}

inline bool IsTrue(const Value* value) {
  return value != nullptr && value->kind() == Value::Kind::kBool && value->boolean();
}

// Returns the elements of an array; empty if the value is not an array.
inline std::span<const Value> ElementsOf(const Value* value) {
  return value != nullptr && value->is_array() ? value->elements() : std::span<Value>();
}

}  // namespace structural::json
