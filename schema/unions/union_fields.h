// The fields of a union in one object.
#pragma once

#include <string_view>
#include <vector>

#include "schema/base/arena.h"
#include "schema/json/value.h"
#include "schema/unions/union.h"

namespace structural::unions {

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
