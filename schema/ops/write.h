// Writing a Value as JSON text.
#pragma once

#include <string>

#include "schema/ops/value.h"

namespace structural::ops {

// Appends the text that Go's encoding/json writes without HTML escaping: keys sorted, floats as Go
// prints them, U+2028 and U+2029 escaped.
void AppendJson(const Value& value, std::string& to);

}  // namespace structural::ops
