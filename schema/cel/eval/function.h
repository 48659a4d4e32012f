// Tables of the functions of libraries: implementations and costs.
//
//   constexpr Implementation kRows[] = {
//       {.overload = "string_lower_ascii", .run = LowerAscii},
//   };
//   constexpr FunctionCost kCosts[] = {{"lowerAscii", CostOfTraversal}};
//   const Library kStrings = {kRows, kCosts};
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string_view>
#include <unordered_map>

#include "schema/cel/eval/context.h"
#include "schema/cel/eval/value.h"

namespace structural::cel::eval {

// The arguments in the order of the declaration. The first one is the target, if any.
using Arguments = std::span<const Value>;

// Implements an overload. Returns the result, or an error. Several threads can call it, each with its own context. The
// result can point to the arguments, to the arena or to static memory.
using RunFunction = Value (*)(Arguments arguments, Context& context);

// Returns the cost that cel-go's tracker counts for a call; nullopt for the default cost of calls. Also called for
// failed calls, so arguments and the result can be errors. Stops the run if cel-go's tracker panics.
using CostFunction = std::optional<std::uint64_t> (*)(std::string_view overload, Arguments arguments,
                                                      const Value& result, Context& context);

// One overload of a function.
struct Implementation {
  // An id of an overload in schema/cel/functions.inc; for a function with one implementation for all overloads (a
  // singleton of cel-go), the name of the function.
  std::string_view overload;

  // Implements the overload. If `strict`, no argument is an error. If `checks_types`, the arguments have the declared
  // types. Of a list or a map, only the first element is checked. A call with arguments of other types fails with the
  // error
  //   no such overload: NAME(TYPES)
  RunFunction run;
  bool checks_types = true;

  // The function that cel-go uses as the overload's OverloadCostTracker; null if cel-go has none.
  CostFunction cost = nullptr;

  // Whether the first argument whose evaluation fails ends the call, so that the later arguments are not evaluated;
  // false: all arguments are evaluated. True for overloads that cel-go binds with FunctionBinding, and for all calls
  // with three or more arguments.
  bool stops_at_first_error = false;

  // Whether `run` is called only if no argument is an error; false: `run` also gets arguments that are errors.
  bool strict = true;

  // The index of the argument that is a regular expression; -1 if no argument is one. If this argument is a constant
  // that does not compile, Program::Make fails.
  int pattern_argument = -1;
};

// The cost that Kubernetes defines for all overloads of a function. For a call with several candidate overloads, `cost`
// is called with an empty `overload`.
//
// Upstream: apiserver/pkg/cel/library/cost.go CallCost (v0.37.2).
struct FunctionCost {
  std::string_view function;
  CostFunction cost;
};

// The tables of a library, which are static.
struct Library {
  std::span<const Implementation> implementations;
  std::span<const FunctionCost> costs = {};
};

// The functions of the standard library and of optional values.
extern const Library kStandardLibrary;

// The implementations of several libraries, by their ids.
//
// Upstream: cel-go interpreter/dispatcher.go (v0.29.2).
//
// Thread-safe after construction. The libraries must outlive the table.
class FunctionTable {
 public:
  FunctionTable(std::initializer_list<const Library*> libraries) {
    for (const Library* library : libraries) Add(*library);
  }

  void Add(const Library& library) {
    for (const Implementation& row : library.implementations) rows_.emplace(row.overload, &row);
    for (const FunctionCost& row : library.costs) costs_.emplace(row.function, row.cost);
  }

  // Returns the implementation of an overload, or of a function for cel-go's singletons; null if no library has it.
  const Implementation* Find(std::string_view overload_or_function) const {
    const auto found = rows_.find(overload_or_function);
    return found == rows_.end() ? nullptr : found->second;
  }
  CostFunction FindCost(std::string_view function) const {
    const auto found = costs_.find(function);
    return found == costs_.end() ? nullptr : found->second;
  }

 private:
  std::unordered_map<std::string_view, const Implementation*> rows_;
  std::unordered_map<std::string_view, CostFunction> costs_;
};

}  // namespace structural::cel::eval
