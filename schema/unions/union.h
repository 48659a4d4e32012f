// Union: fields of an object of which at most one may be set.
//
// Points into the schema that it was read from. Plain data.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "schema/base/arena.h"
#include "schema/json/value.h"

namespace structural::unions {

struct UnionMember {
  std::string_view field;
  std::string_view value;  // value of the discriminator that selects this field
};

// An item of x-kubernetes-unions (KEP 1027 "Union types", OpenAPI).
struct Union {
  std::optional<std::string_view> discriminator;
  std::vector<UnionMember> members;  // sorted by field
};

inline constexpr std::string_view kUnions = "x-kubernetes-unions";
inline constexpr std::string_view kDiscriminator = "discriminator";
// The two spellings of the keyword for a union's fields: the first is from KEP 1027, the second from the KEP on
// structural schemas.
inline constexpr std::string_view kFieldsToDiscriminateBy = "fields-to-discriminateBy";
inline constexpr std::string_view kFields = "fields";

// The set fields of a union in one object, in the order of the union. A field with the value null is not set.
using SetFields = std::vector<const UnionMember*>;
SetFields FieldsIn(const json::Value* object, const Union& of);

// Returns the fields of `now` that are not in `before`.
SetFields Added(const SetFields& before, const SetFields& now);

// Returns the discriminator's value; empty if it is missing or not a string.
std::string_view DiscriminatorIn(const json::Value* object, const Union& of);

// Removes all fields of the union except `kept`, even if they are null. Precondition: `object` is an object.
void ClearAllBut(std::string_view kept, const Union& of, json::Value& object);

// Sets the discriminator if the union has one. `value` and `arena`, which has the added value, must outlive the object.
// Precondition: `object` is an object.
void SetDiscriminator(std::string_view value, const Union& of, json::Value& object, base::Arena& arena);

}  // namespace structural::unions
