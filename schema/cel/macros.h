// Macros: calls that stand for other expressions, `list.all(x, x > 0)` for a loop.
//
// Upstream: cel-go parser/macro.go, cel/library.go, ext/comprehensions.go (v0.29.2).
#pragma once

#include <optional>
#include <string>

#include "schema/cel/factory.h"

namespace structural::cel {

// Why the arguments of a macro are no good.
struct MacroError {
  std::int64_t id;  // of the argument
  std::string message;
};

// A call, as it is written.
struct MacroCall {
  std::int64_t id;
  std::string_view function;
  const Expr* target;  // null where there is none
  std::span<const Expr* const> arguments;
};

struct Expansion {
  const Expr* expr = nullptr;  // null where there is an error
  std::optional<MacroError> error;
};

// What a call of one of the macros (ParseOptions::macros) stands for; nullopt where it is none of
// them. Expressions get ids from the factory; the arguments keep theirs.
std::optional<Expansion> ExpandMacro(const MacroCall& call, unsigned macros, Factory& factory);

}  // namespace structural::cel
