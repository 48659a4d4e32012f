// JSON as values of expressions that no schema describes.
//
// Upstream: cel-go common/types/provider.go NativeToValue (v0.29.2).
#pragma once

#include "schema/cel/eval/context.h"
#include "schema/json/value.h"

namespace structural::cel {

// Integers are int, other numbers double. For a variable of type uint or double an integer is such
// a number, for a duration, a timestamp or bytes a text is one; an error where it is none. Texts
// are not copied. Goes down by recursion.
eval::Value DynamicValue(const json::Value& data, const Type& type, eval::Context& context);

}  // namespace structural::cel
