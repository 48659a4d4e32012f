// Runs calls of functions, and computes their costs.
#pragma once

#include "schema/cel/eval/plan.h"

namespace structural::cel::eval {

// Runs a call. Returns its result, or an error. Precondition: if the function is strict, no argument is an error.
Value RunCall(const CallPlan& call, Arguments arguments, Context& context);

// Returns the cost of a call, without the costs of evaluating its arguments.
//
// Upstream: cel-go interpreter/runtimecost.go costCall (v0.29.2).
std::uint64_t CostOfCall(const CallPlan& call, Arguments arguments, const Value& result, Context& context);
// Returns the cost of == or !=.
std::uint64_t CostOfEquality(bool negated, Arguments arguments);

// Returns the cost that cel-go counts for an overload of the standard library; StandardCost::kOne for other overloads.
StandardCost StandardCostOf(std::string_view overload);

// Returns the list that a node such as [a, ?b] makes. `values` are the values of the node's arguments, in their order.
// Returns an error if the value of ?b is not an optional.
Value MakeList(const Node& node, Arguments values, Context& context);
// Returns the map that a node such as {a: b, ?c: d} makes. Returns an error if the value of `d` is not an optional.
// Stops the run if a key is not hashable.
Value MakeMap(const Node& node, Arguments values, Context& context);

}  // namespace structural::cel::eval
