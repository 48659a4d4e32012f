// The functions that Kubernetes declares: the standard library's, those of cel-go's extensions and
// its own.
//
// Upstream: apiserver/pkg/cel/environment/base.go (0.37), cel-go common/stdlib (v0.29.2).
#pragma once

#include <string_view>
#include <vector>

#include "schema/cel/type.h"

namespace structural::cel {

// One way to call a function. Its types may have parameters with names.
struct Overload {
  std::string_view id;
  bool on_first;       // called on its first argument: a.f(b)
  int turn;            // when new expressions try it; -1: they cannot have it
  std::vector<const Type*> arguments;
  const Type* result;
};

struct Function {
  std::string_view name;
  // In the orders in which they are tried.
  std::vector<Overload> overloads;         // by stored expressions
  std::vector<std::size_t> new_overloads;  // by new ones: indices of those
};

// Null where there is none. Thread-safe; functions are there for good.
const Function* FindFunction(std::string_view name);

// The type of an expression that is the name of a type, as type(int) of `int`; null where it is no
// such name. As above.
const Type* FindTypeName(std::string_view name);

}  // namespace structural::cel
