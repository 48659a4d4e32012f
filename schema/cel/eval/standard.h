// Operators of the standard library. They check the kinds of their arguments themselves, because cel-go has one
// implementation for all overloads of an operator (a singleton binding).
//
// Upstream: cel-go common/stdlib/standard.go, cel/library.go, ext/comprehensions.go (v0.29.2).
#pragma once

#include "schema/cel/eval/function.h"

namespace structural::cel::eval::standard {

Value Add(Arguments arguments, Context& context);
Value Subtract(Arguments arguments, Context& context);
Value Multiply(Arguments arguments, Context& context);
Value Divide(Arguments arguments, Context& context);

Value Less(Arguments arguments, Context& context);

// Returns the error of an operator whose first argument does not have the required trait.
Value WithoutTrait(const Value& value, std::string_view function, Context& context);

}  // namespace structural::cel::eval::standard
