// Prints values as Go does in error messages.
#pragma once

#include <string>

#include "schema/json/value.h"

namespace structural::kubernetes {

// Prints a value that encoding/json reads into `any`, like %v: <nil>, [a b], map[k:v].
std::string Print(const json::Value& value);

// Prints a float64 like %v: 1e+06, 0.0001, 1e-05.
//
// Upstream: Go fmt, strconv.FormatFloat with 'g' and -1 (Go 1.26).
std::string PrintFloat(double value);

// Returns the value as encoding/json's Marshal writes it: with <, > and & escaped.
std::string MarshalJson(const json::Value& value);

}  // namespace structural::kubernetes
