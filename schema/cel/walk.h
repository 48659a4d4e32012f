// The parts of an expression.
#pragma once

#include <functional>

#include "schema/cel/expr.h"

namespace structural::cel {

// Calls `visit` for each part, in the order of cel-go's navigation: first what the expression is
// made of, then itself. Goes down by recursion.
//
// Upstream: cel-go common/ast/navigable.go (v0.29.2).
void VisitParts(const Expr& expr, const std::function<void(const Expr&)>& visit);

}  // namespace structural::cel
