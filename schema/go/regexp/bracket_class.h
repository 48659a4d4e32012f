// [a-z], [^\d_], [[:alpha:]]
//
// Upstream: Go regexp/syntax parse.go parseClass (Go 1.26).
#pragma once

#include <vector>

#include "schema/go/regexp/node.h"
#include "schema/go/regexp/source.h"

namespace structural::go::regexp {

// Writes the class's clean set to `to`.
// Precondition: the source starts with [.
bool ReadBracketClass(Source& source, Flags flags, std::vector<Range>& to);

}  // namespace structural::go::regexp
