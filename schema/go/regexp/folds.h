// Letters that differ in case only.
//
// Upstream: Go unicode.SimpleFold (Go 1.26).
#pragma once

#include <vector>

#include "schema/go/regexp/node.h"

namespace structural::go::regexp {

// The next code point that folds as this one does, the smallest after the largest; itself where
// there is no other.
char32_t NextInCase(char32_t rune);

// The smallest code point that folds as this one does.
char32_t FirstInCase(char32_t rune);

// Appends the range and everything that folds as something in it, in no order.
void AppendFolded(Range range, std::vector<Range>& to);

}  // namespace structural::go::regexp
