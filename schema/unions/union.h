// Union: fields of an object of which at most one is to be set.
//
// Points into the schema that it was read from. As thread-safe as any value.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "schema/base/arena.h"
#include "schema/json/value.h"

namespace structural::unions {

struct UnionMember {
  std::string_view field;
  std::string_view value;  // of the discriminator, that stands for this field
};

// KEP 1027 "Union types", OpenAPI: an item of x-kubernetes-unions.
struct Union {
  std::optional<std::string_view> discriminator;
  std::vector<UnionMember> members;  // sorted by field
};

inline constexpr std::string_view kUnions = "x-kubernetes-unions";
inline constexpr std::string_view kDiscriminator = "discriminator";
// The two spellings: the KEP on unions has the first, the KEP on structural schemas the second.
inline constexpr std::string_view kFieldsToDiscriminateBy = "fields-to-discriminateBy";
inline constexpr std::string_view kFields = "fields";

// The fields of a union in one object.

// Those that are set, in the order of the union. null is not set. `object` may be nullptr or no
// object: then none is.
using SetFields = std::vector<const UnionMember*>;
SetFields FieldsIn(const json::Value* object, const Union& of);

// Those of `now` that are not in `before`.
SetFields Added(const SetFields& before, const SetFields& now);

// The discriminator's value; empty where there is none, or it is no string.
std::string_view DiscriminatorIn(const json::Value* object, const Union& of);

// Leaves out every field of the union but `kept`, null ones included. Precondition: an object.
void ClearAllBut(std::string_view kept, const Union& of, json::Value& object);

// Sets the discriminator, where the union has one; `arena` holds what is added, and must outlive
// the object, as the text must. Precondition: an object.
void SetDiscriminator(std::string_view value, const Union& of, json::Value& object,
                      base::Arena& arena);

}  // namespace structural::unions
