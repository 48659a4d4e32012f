// Macros: calls that are expanded to other expressions, such as `list.all(x, x > 0)` to a loop.
//
// Upstream: cel-go parser/macro.go, cel/library.go, ext/comprehensions.go (v0.29.2).
#pragma once

#include <optional>
#include <string>

#include "schema/cel/factory.h"

namespace structural::cel {

// An error in the arguments of a macro.
struct MacroError {
  std::int64_t id;  // id of the argument
  std::string message;
};

// A function call or an operator in the source. Its arguments are already converted to nodes.
struct MacroCall {
  std::int64_t id;
  std::string_view function;
  const Expr* target;  // null if the call has no target
  std::span<const Expr* const> arguments;
};

// The expression that replaces a call of a macro, or the error in the call.
struct Expansion {
  const Expr* expr = nullptr;  // null if `error` is set
  std::optional<MacroError> error;
};

// Expands a call of a macro. `macros` is a combination of MacroSet values. Returns nullopt if these sets have no such
// macro. The factory makes new nodes with new ids; the arguments keep their ids.
std::optional<Expansion> ExpandMacro(const MacroCall& call, unsigned macros, Factory& factory);

}  // namespace structural::cel
