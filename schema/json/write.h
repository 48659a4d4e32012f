// Writing a Value as JSON text.
#pragma once

#include <string>

#include "schema/json/value.h"

namespace structural::json {

// Appends the text that Go's encoding/json writes without HTML escaping: keys sorted, floats as Go
// prints them, U+2028 and U+2029 escaped.
void AppendJson(const Value& value, std::string& to);

// "0.1", "1e+21", "-9223372036854776000". Precondition: finite.
//
// Upstream: Go encoding/json floatEncoder (Go 1.26).
std::string FormatDouble(double value);

}  // namespace structural::json
