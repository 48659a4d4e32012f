// Runs calls of functions, and computes their costs.
#pragma once

#include "schema/cel/eval/plan.h"

namespace structural::cel::eval {

// Returns the result, or an error. Precondition: no argument is an error, or the function is not strict.
Value RunCall(const CallPlan& call, Arguments arguments, Context& context);

// Returns the cost of a call, without the costs of evaluating its arguments.
//
// Upstream: cel-go interpreter/runtimecost.go costCall (v0.29.2).
std::uint64_t CostOfCall(const CallPlan& call, Arguments arguments, const Value& result, Context& context);
// Returns the cost of == or !=.
std::uint64_t CostOfEquality(bool negated, Arguments arguments);

StandardCost StandardCostOf(std::string_view overload);

// Makes the list [a, ?b]. The values are in the order of the node's arguments.
Value MakeList(const Node& node, Arguments values, Context& context);
// Makes the map {a: b, ?c: d}.
Value MakeMap(const Node& node, Arguments values, Context& context);

}  // namespace structural::cel::eval
