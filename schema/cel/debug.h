// An expression as cel-go's debugger prints it.
//
// Upstream: cel-go common/debug/debug.go (v0.29.2), and the adorners of parser/parser_test.go.
#pragma once

#include <string>

#include "schema/cel/expr.h"
#include "schema/cel/places.h"

namespace structural::cel {

// What stands after each part.
enum class Adornment {
  kNone,
  kKinds,   // ^#1:*expr.Expr_CallExpr#
  kPlaces,  // ^#1[1,0]#
};

// Goes down by recursion, as parsing does. `places` and `source` are those of the expression.
std::string DebugString(const Expr& expr, Adornment adornment, const Places& places,
                        const Source& source);

}  // namespace structural::cel
