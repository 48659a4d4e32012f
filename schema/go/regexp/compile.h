// From the tree of a pattern to its program.
//
// Upstream: Go regexp/syntax simplify.go, compile.go (Go 1.26).
#pragma once

#include "schema/go/regexp/program.h"

namespace structural::go::regexp {

// Precondition: the tree is that of a pattern within Go's limits.
Program Compile(const Node& root);

}  // namespace structural::go::regexp
