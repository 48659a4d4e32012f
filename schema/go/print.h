// Values as Go prints them into error texts.
#pragma once

#include <string>

#include "schema/json/value.h"

namespace structural::go {

// Like %v of what encoding/json reads: <nil>, [a b], map[k:v].
std::string Print(const json::Value& value);

// Like %v of a float64: 1e+06, 0.0001, 1e-05.
//
// Upstream: Go fmt, strconv.FormatFloat with 'g' and -1 (Go 1.26).
std::string PrintFloat(double value);

// Like encoding/json's Marshal: <, > and & are escaped.
std::string MarshalJson(const json::Value& value);

}  // namespace structural::go
