// Prints the tree of a pattern as a regular expression of ECMA-262.
#pragma once

#include <optional>
#include <string>

#include "schema/go/regexp/node.h"

namespace structural::go::regexp {

// Returns nullopt if ECMA-262 cannot express the pattern. Recursive, as deep as the tree; Go's parser limits that
// depth.
std::optional<std::string> PrintEcma(const Node& root);

}  // namespace structural::go::regexp
