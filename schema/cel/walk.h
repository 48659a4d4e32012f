// The parts of an expression.
#pragma once

#include <functional>
#include <vector>

#include "schema/cel/expr.h"

namespace structural::cel {

// What an expression is made of, in the order of cel-go's navigation.
std::vector<const Expr*> PartsOf(const Expr& expr);

// Calls `visit` for each part, in the order of cel-go's navigation: first what the expression is
// made of, then itself. Goes down by recursion.
//
// Upstream: cel-go common/ast/navigable.go (v0.29.2).
void VisitParts(const Expr& expr, const std::function<void(const Expr&)>& visit);

}  // namespace structural::cel
