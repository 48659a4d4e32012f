// Functions that return a text for a value. Two values have the same text if Go considers the values equal.
#pragma once

#include <string>

#include "schema/json/value.h"

namespace structural::json {

// Returns a text that is the same for two values if Go considers them equal as elements of a list of type set. The
// texts can be put in a hash table, to find repeated elements in linear time. Scalars are compared by type and value,
// like keys of a Go map. Lists and objects are compared by their JSON. Therefore 1 and 1.0 differ, but [1] and [1.0] do
// not.
std::string SetIdentity(const Value& value);

// Like SetIdentity, for values that Go compares with reflect.DeepEqual. So [1] and [1.0] differ, too.
std::string DeepIdentity(const Value& value);

}  // namespace structural::json
