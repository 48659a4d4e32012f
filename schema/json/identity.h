// Texts that are equal for values that Go considers equal.
#pragma once

#include <string>

#include "schema/json/value.h"

namespace structural::json {

// Returns a text that is equal for two values if Go considers them equal, to find repetitions in linear time. Scalars
// are compared by type and value, as keys of a Go map; lists and objects by their JSON. 1 and 1.0 differ, [1] and [1.0]
// do not.
std::string SetIdentity(const Value& value);

// Like SetIdentity, for values that Go compares by reflect.DeepEqual: [1] and [1.0] differ.
std::string DeepIdentity(const Value& value);

}  // namespace structural::json
