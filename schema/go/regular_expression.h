// Patterns: whether Go's regexp package compiles a pattern, and what it says where it does not.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace structural::go {

namespace regexp {
struct Program;
}

// nullopt for a pattern that compiles, else Go's text:
//   error parsing regexp: missing closing ): `(`
//
// Upstream: Go regexp.Compile, regexp/syntax Error.
std::optional<std::string> CompileError(std::string_view pattern);

// The same; where the pattern compiles, `program` becomes what schema/go/regexp executes.
std::optional<std::string> CompileError(std::string_view pattern, regexp::Program& program);

}  // namespace structural::go
