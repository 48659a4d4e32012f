// Concatenations and alternations of what is on the stack.
//
// Upstream: Go regexp/syntax parse.go collapse (Go 1.26).
#pragma once

#include "schema/go/regexp/tree.h"

namespace structural::go::regexp {

// One node for all of them, joined by kConcat or kAlternate. What is already so joined is taken
// apart first, and what alternatives begin with in common is moved in front of them. `depth` is how
// many such calls are under way.
// Precondition: parts is not empty.
Node* Collapse(Tree& tree, std::span<Node* const> parts, Op op, int depth = 0);

}  // namespace structural::go::regexp
