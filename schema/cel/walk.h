// Visits the nodes of an expression.
#pragma once

#include <functional>
#include <vector>

#include "schema/cel/expr.h"

namespace structural::cel {

// Returns the child nodes, in the order of cel-go's navigation.
std::vector<const Expr*> PartsOf(const Expr& expr);

// Calls `visit` for each node, in the order of cel-go's navigation: the children before their parent. Recursive.
//
// Upstream: cel-go common/ast/navigable.go (v0.29.2).
void VisitParts(const Expr& expr, const std::function<void(const Expr&)>& visit);

}  // namespace structural::cel
