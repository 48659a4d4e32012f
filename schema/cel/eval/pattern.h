// Compiles the patterns of functions such as matches() during a run. The work must be limited, because a rule can
// compute a new pattern for each element of a list.
#pragma once

#include <string_view>

#include "schema/cel/eval/context.h"
#include "schema/go/pattern.h"

namespace structural::cel::eval {

// Returns the compiled pattern, from this thread's PatternCache if it has the pattern. A compilation uses steps of the
// run, because the server's cost counts only the bytes of a pattern, and short ones like `\pL{1000}` are large
// programs. Returns nullptr and ends the run if no steps are left. The pattern is valid until the next call on this
// thread.
const go::Pattern* FindPattern(std::string_view pattern, Context& context);

}  // namespace structural::cel::eval
