// Patterns of calls such as matches(): a rule can make a new one for each element of a list.
#pragma once

#include <string_view>

#include "schema/cel/eval/context.h"
#include "schema/go/pattern.h"

namespace structural::cel::eval {

// The compiled pattern, from the memory of this thread if it contains the pattern. A compilation uses steps of the run:
// the server's cost counts only the bytes of a pattern, and `\pL{1000}` has few. nullptr: no steps are left, and the run
// ends. Valid until the next call on this thread.
const go::Pattern* FindPattern(std::string_view pattern, Context& context);

}  // namespace structural::cel::eval
