// Prints an expression like cel-go's debugger.
//
// Upstream: cel-go common/debug/debug.go (v0.29.2), and the adorners of parser/parser_test.go.
#pragma once

#include <string>

#include "schema/cel/expr.h"
#include "schema/cel/source.h"

namespace structural::cel {

// The text that DebugString prints after each node.
enum class Adornment {
  kNone,
  kKinds,   // kind of the node: ^#1:*expr.Expr_CallExpr#
  kPlaces,  // ^#1[1,0]#
};

// Returns the printed expression. `places` and `source` must belong to the expression. The function is recursive, so it
// needs as much stack as Parse.
std::string DebugString(const Expr& expr, Adornment adornment, const NodePositions& places, const Source& source);

}  // namespace structural::cel
