// Texts that are equal where Go calls values equal: for finding repetitions in linear time.
#pragma once

#include <string>

#include "schema/json/value.h"

namespace structural::objects {

// Where Go compares scalars by their type and value (keys of a Go map), lists and objects by their
// JSON: 1 and 1.0 differ, [1] and [1.0] do not.
std::string SetIdentity(const json::Value& value);

// Where Go compares by reflect.DeepEqual: [1] and [1.0] differ, too.
std::string DeepIdentity(const json::Value& value);

}  // namespace structural::objects
