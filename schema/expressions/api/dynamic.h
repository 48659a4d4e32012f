// Converts JSON without a schema to values of expressions.
//
// Upstream: cel-go common/types/provider.go NativeToValue (v0.29.2).
#pragma once

#include "schema/cel/eval/context.h"
#include "schema/json/value.h"

namespace structural::cel {

// Integers become int, other numbers double. For a variable of type uint or double, an integer is converted to that
// type; for a duration, a timestamp or bytes, a string is. Returns an error if the conversion fails. Strings are not
// copied. Recursive.
eval::Value DynamicValue(const json::Value& data, const Type& type, eval::Context& context);

}  // namespace structural::cel
