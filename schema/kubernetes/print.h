// Prints values as Go does in error messages.
#pragma once

#include <string>

#include "schema/json/value.h"

namespace structural::kubernetes {

// Returns the text that Go's %v prints for a value that encoding/json has decoded into `any`: <nil>, [a b], map[k:v].
std::string Print(const json::Value& value);

// Returns the text that Go's %v prints for a float64: 1e+06, 0.0001, 1e-05.
//
// Upstream: Go fmt, strconv.FormatFloat with 'g' and -1 (Go 1.26).
std::string PrintFloat(double value);

// Returns a value as encoding/json's Marshal writes it, which escapes <, > and &.
std::string MarshalJson(const json::Value& value);

}  // namespace structural::kubernetes
