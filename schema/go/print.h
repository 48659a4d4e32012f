// Values as Go prints them into error texts.
#pragma once

#include <string>

#include "schema/json/value.h"

namespace structural::go {

// Like %v of what encoding/json reads: <nil>, [a b], map[k:v].
std::string Print(const json::Value& value);

// Like encoding/json's Marshal: <, > and & are escaped.
std::string MarshalJson(const json::Value& value);

}  // namespace structural::go
