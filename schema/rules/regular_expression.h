// Patterns: whether Go's regexp package compiles a pattern, and what it says where it does not.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "schema/base/path.h"
#include "schema/base/violation.h"

namespace structural::rules::regexp {
struct Program;
}

namespace structural::rules {

// nullopt for a pattern that compiles, else Go's text:
//   error parsing regexp: missing closing ): `(`
//
// Upstream: Go regexp.Compile, regexp/syntax Error.
std::optional<std::string> CompileError(std::string_view pattern);

// The same; where the pattern compiles, `program` becomes what schema/ops/regexp executes.
std::optional<std::string> CompileError(std::string_view pattern, regexp::Program& program);

inline constexpr std::string_view kPattern = "pattern";

// The rule of that id, for the pattern of the schema at `path`. Empty: it has none.
void CheckPattern(std::string_view pattern, const base::FieldPath& path,
                  std::vector<base::Violation>& found);

}  // namespace structural::rules
