// The functions that Kubernetes declares: the standard library's, those of cel-go's extensions and
// its own.
//
// Upstream: apiserver/pkg/cel/environment/base.go (0.37), cel-go common/stdlib (v0.29.2).
#pragma once

#include <optional>
#include <ranges>
#include <string_view>
#include <vector>

#include "schema/cel/edition.h"
#include "schema/cel/type.h"

namespace structural::cel {

// One way to call a function. Its types may have parameters with names.
struct Overload {
  std::string_view id;
  bool on_first;       // called on its first argument: a.f(b)
  int turn;            // when new expressions try it; -1: they cannot have it
  Since since;
  std::vector<const Type*> arguments;
  const Type* result;
};

struct Function {
  std::string_view name;
  std::vector<Overload> overloads;     // in the order in which stored expressions try them
  std::vector<std::size_t> new_order;  // indices of those, as new expressions try them
};

// Those that an edition has, in the order in which it tries them.
inline auto OverloadsOf(const Function& function, const Edition& edition) {
  const auto at = [&function, stored = edition.stored](std::size_t i) -> const Overload& {
    return function.overloads[stored ? i : function.new_order[i]];
  };
  const auto has = [edition](const Overload& overload) { return edition.Has(overload.since); };
  return std::views::iota(std::size_t{0}, function.overloads.size()) | std::views::transform(at) |
         std::views::filter(has);
}

// Null where the edition has none. Thread-safe; functions are there for good.
const Function* FindFunction(std::string_view name, const Edition& edition);

// The first releases that have a function of that name; nullopt where none has. As above.
std::optional<Since> FunctionSince(std::string_view name);

// Functions that not all releases have.
struct FunctionGroup {
  Since since;
  std::vector<std::string_view> names;
};

// For people: without operators, and functions whose values no rule of a CRD has. By release.
std::vector<FunctionGroup> LaterFunctions();

// The type of an expression that is the name of a type, as type(int) of `int`; null where it is no
// such name. As above.
const Type* FindTypeName(std::string_view name, const Edition& edition);

}  // namespace structural::cel
