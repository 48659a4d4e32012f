// What alternatives begin with in common, and what of them is a character class.
//
// Upstream: Go regexp/syntax parse.go factor (Go 1.26).
#pragma once

#include "schema/go/regexp/tree.h"

namespace structural::go::regexp {

// abc|abd|x|y becomes ab[cd]|[xy], and so on. Returns how many alternatives are left, at the front.
std::size_t Factor(Tree& tree, std::span<Node*> alternatives, int depth);

}  // namespace structural::go::regexp
