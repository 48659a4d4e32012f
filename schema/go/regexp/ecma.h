// The tree of a pattern as a regular expression of ECMA-262.
#pragma once

#include <optional>
#include <string>

#include "schema/go/regexp/node.h"

namespace structural::go::regexp {

// nullopt where there is none. Goes down by recursion, as deep as Go's parser lets trees be.
std::optional<std::string> PrintEcma(const Node& root);

}  // namespace structural::go::regexp
