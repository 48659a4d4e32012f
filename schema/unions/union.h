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

inline constexpr std::string_view kUnionsKeyword = "x-kubernetes-unions";
inline constexpr std::string_view kDiscriminator = "discriminator";
// The two spellings of the keyword for a union's fields: the first is from KEP 1027, the second from the KEP on
// structural schemas.
inline constexpr std::string_view kFieldsToDiscriminateBy = "fields-to-discriminateBy";
inline constexpr std::string_view kFieldsKeyword = "fields";

// The fields of a union that are set in one object, in the order of the union. A field with the value null is not set.
using SetFields = std::vector<const UnionMember*>;
// Returns the fields of the union `of` that are set in the object; none if `object` is null.
SetFields FindSetFields(const json::Value* object, const Union& of);

// Returns the fields of `now` that are not in `before`.
SetFields AddedFields(const SetFields& before, const SetFields& now);

// Returns the value of the union's discriminator in the object; empty if it is missing or not a string.
std::string_view DiscriminatorIn(const json::Value* object, const Union& of);

// Removes all fields of the union `of` except `kept` from the object, including fields with the value null.
// Precondition: `object` is an object.
void ClearOtherFields(std::string_view kept, const Union& of, json::Value& object);

// Sets the discriminator of the object to `value`, if the union has a discriminator. `value` and `arena` must outlive
// the object. Precondition: `object` is an object.
void SetDiscriminator(std::string_view value, const Union& of, json::Value& object, base::Arena& arena);

}  // namespace structural::unions
