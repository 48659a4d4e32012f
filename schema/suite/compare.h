// The comparison of a stored object with the expected one.
#pragma once

#include <optional>
#include <string>

#include "schema/base/arena.h"
#include "schema/json/value.h"

namespace structural::suite {

// Returns a copy of the object without the metadata that differs between equal requests: the fields that a server sets,
// the name and the namespace. If metadata has no other fields, the copy has no metadata.
json::Value WithoutServerFields(const json::Value& object, base::Arena& arena);

// Returns the part of `whole` that is at the places that `part` has. The result equals `part` if `whole` contains all
// of `part`. Lists are compared by index and must have the same length; if they do not, the result has the complete
// list of `whole`. A null member of `part` means that `whole` must not have the member.
json::Value PartOf(const json::Value& whole, const json::Value& part, base::Arena& arena);

// The JSON texts of two objects that differ.
struct ObjectDifference {
  std::string wanted;
  std::string got;
};

// Compares a stored object with the expected one. If `expects_part` is true, `expected` is only a part, and other
// fields of `stored` are ignored (PartOf); if not, the fields that WithoutServerFields removes are ignored. Returns
// nullopt if the objects agree.
std::optional<ObjectDifference> CompareObjects(json::Value stored, json::Value expected, bool expects_part,
                                               base::Arena& arena);

}  // namespace structural::suite
