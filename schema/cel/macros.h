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

// A call as written.
struct MacroCall {
  std::int64_t id;
  std::string_view function;
  const Expr* target;  // null if the call has no target
  std::span<const Expr* const> arguments;
};

struct Expansion {
  const Expr* expr = nullptr;  // null after an error
  std::optional<MacroError> error;
};

// Expands a call of one of the macros (ParseOptions::macros); returns nullopt for other calls. New nodes get ids from
// the factory; the arguments keep theirs.
std::optional<Expansion> ExpandMacro(const MacroCall& call, unsigned macros, Factory& factory);

}  // namespace structural::cel
