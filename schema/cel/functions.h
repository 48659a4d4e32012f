// The functions that Kubernetes declares: those of the standard library, of cel-go's extensions and of Kubernetes'
// libraries.
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

// One overload of a function. Its types can have type parameters.
struct Overload {
  std::string_view id;
  bool is_member;  // whether the overload is called on its first argument: a.f(b)
  // The position of the overload in the order in which new expressions try overloads, in releases up to
  // kLastMinorWithNewOrder. -1: new expressions cannot call the overload.
  int new_expression_order;
  Since since;
  std::vector<const Type*> arguments;
  const Type* result;
};

struct Function {
  std::string_view name;
  std::vector<Overload> overloads;  // sorted in the order in which stored expressions try them
  std::vector<std::size_t>
      overloads_for_new_expressions;  // indices of `overloads`, in the order in which new expressions try them
};

// The last minor release in which new expressions try overloads in another order than stored expressions do.
inline constexpr int kLastMinorWithNewOrder = 37;

// Returns the overloads of a function that the edition has, in the order in which expressions of the edition try them.
inline auto OverloadsOf(const Function& function, const Edition& edition) {
  const bool in_order = edition.stored || edition.minor > kLastMinorWithNewOrder;
  const auto at = [&function, in_order](std::size_t i) -> const Overload& {
    return function.overloads[in_order ? i : function.overloads_for_new_expressions[i]];
  };
  const auto has = [edition](const Overload& overload) { return edition.Has(overload.since); };
  return std::views::iota(std::size_t{0}, function.overloads.size()) | std::views::transform(at) |
         std::views::filter(has);
}

// Returns the function with that name; null if the edition has none of its overloads. Thread-safe; functions are
// static.
const Function* FindFunction(std::string_view name, const Edition& edition);

// Returns the first release in which new expressions, and the first in which stored expressions can use at least one
// overload of the function; nullopt if no release has the function. Thread-safe.
std::optional<Since> FunctionSince(std::string_view name);

// Functions that were added in a release.
struct FunctionGroup {
  Since since;
  std::vector<std::string_view> names;
};

// Returns the functions that not all releases have, sorted by release. The result is for documentation, so it omits
// operators, and functions for authorization, which rules of CRDs cannot call.
std::vector<FunctionGroup> FunctionsByRelease();

// Returns the type of an expression that is a type name: type(int) for `int`. Returns null for other names.
// Thread-safe.
const Type* FindTypeName(std::string_view name, const Edition& edition);

}  // namespace structural::cel
