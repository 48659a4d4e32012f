// The comparison of a stored object with the expected one.
#pragma once

#include <optional>
#include <string>

#include "schema/base/arena.h"
#include "schema/json/value.h"

namespace structural::suite {

// Returns a copy without metadata that differs between equal requests: fields that a server sets, name and namespace.
// Omits metadata if it has no other fields.
json::Value WithoutServerFields(const json::Value& object, base::Arena& arena);

// Returns the part of `whole` at the places that `part` has. It equals `part` if `whole` contains all of `part`. Lists
// are compared by index and must have the same length; otherwise the result has the complete list of `whole`. A null
// member of `part` is expected to be absent from `whole`.
json::Value PartOf(const json::Value& whole, const json::Value& part, base::Arena& arena);

// The JSON of two objects that differ.
struct ObjectDifference {
  std::string wanted;
  std::string got;
};

// Compares a stored object with the expected one, or with a part of it. Returns nullopt if they agree.
std::optional<ObjectDifference> CompareObjects(json::Value stored, json::Value expected, bool in_part,
                                               base::Arena& arena);

}  // namespace structural::suite
