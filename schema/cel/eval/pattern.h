// Compiles the patterns of functions such as matches() during a run. The work must be limited, because a rule can
// compute a new pattern for each element of a list.
#pragma once

#include <string_view>

#include "schema/cel/eval/context.h"
#include "schema/go/pattern.h"

namespace structural::cel::eval {

// Returns the compiled pattern. Each thread has a cache of compiled patterns. If the pattern is not in the cache, it is
// compiled, and the compilation is counted as steps of the run. The server's cost does not limit this work: it counts
// only the bytes of a pattern, and a short pattern like `\pL{1000}` is a large program. If no steps are left, ends the
// run and returns nullptr. The pattern is valid until the next call on this thread.
const go::Pattern* FindPattern(std::string_view pattern, Context& context);

}  // namespace structural::cel::eval
