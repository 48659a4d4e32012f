// How libraries say what their functions do: tables of implementations and of costs.
//
//   constexpr Implementation kRows[] = {
//       {.overload = "string_lower_ascii", .run = LowerAscii},
//   };
//   constexpr FunctionCost kCosts[] = {{"lowerAscii", CostOfTraversal}};
//   const Library kStrings = {kRows, kCosts};
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "schema/cel/eval/context.h"
#include "schema/cel/eval/value.h"

namespace structural::cel::eval {

// Arguments in the order of the declaration; that which the function is called on is the first.
using Arguments = std::span<const Value>;

// The result, or an error. Is called from several threads, each with a context of its own. Results
// may point to arguments, to the arena, or to what is static.
using Run = Value (*)(Arguments arguments, Context& context);

// What cel-go's tracker counts for a call; nullopt: it is not special, and costs what calls cost.
// Is called for failed calls, too: arguments and result may be errors. What cel-go's tracker does
// not expect of them stops the run.
using Cost = std::optional<std::uint64_t> (*)(std::string_view overload, Arguments arguments,
                                              const Value& result, Context& context);

// One way to call a function.
struct Implementation {
  // An id of schema/cel/functions.inc; for cel-go's singletons, the name of the function.
  std::string_view overload;

  // Is called without errors among the arguments. Where `guarded`, these are of the declared types
  // (of a list or a map, the first element is), and where they are not, the call fails with
  //   no such overload: NAME(TYPES)
  Run run;
  bool guarded = true;

  // cel-go's OverloadCostTracker; null where the overload has none.
  Cost cost = nullptr;

  // Bound by cel-go's FunctionBinding: the first argument that fails ends the call, and those after
  // it are not computed. So it is for three arguments or more, anyway.
  bool variadic = false;

  // Not strict: errors are arguments like others.
  bool strict = true;

  // The argument that is a regular expression. Where that is a constant, and does not compile, a
  // program cannot be made. -1: none.
  int pattern = -1;
};

// A cost that Kubernetes gives to all overloads of a function. `overload` is empty for a call that
// could be of several.
//
// Upstream: apiserver/pkg/cel/library/cost.go CallCost (v0.37.2).
struct FunctionCost {
  std::string_view function;
  Cost cost;
};

// Static tables.
struct Library {
  std::span<const Implementation> implementations;
  std::span<const FunctionCost> costs = {};
};

// The functions of the standard library and of optional values.
extern const Library kStandardLibrary;

}  // namespace structural::cel::eval
