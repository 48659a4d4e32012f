// Whether a program matches somewhere in a text, by Threads alone.
#pragma once

#include <string_view>

#include "schema/go/regexp/threads.h"

namespace structural::go::regexp {

// Bytes that are not UTF-8 are U+FFFD, as for Go.
//
// Cost: an Advance of `threads` for each code point, and one for the end.
//
// Upstream: Go regexp exec.go machine.match (Go 1.26).
bool Search(const Program& program, std::string_view text, Threads& threads);

}  // namespace structural::go::regexp
