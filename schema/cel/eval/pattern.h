// Patterns of calls such as matches(): a rule can make a new one for each element of a list.
#pragma once

#include <string_view>

#include "schema/cel/eval/context.h"
#include "schema/go/pattern.h"

namespace structural::cel::eval {

// The compiled pattern, from this thread's memory if it is there. A compilation takes steps of the run, because a
// server counts only the bytes of the pattern, and `\pL{1000}` has few. nullptr: no steps are left, and the run ends.
// Valid until the next call on this thread.
const go::Pattern* FindPattern(std::string_view pattern, Context& context);

}  // namespace structural::cel::eval
