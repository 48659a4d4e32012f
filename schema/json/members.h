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

}  // namespace structural::json
