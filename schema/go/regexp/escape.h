// \n, \x{1F600}, \101: escapes that stand for one character.
//
// Upstream: Go regexp/syntax parse.go parseEscape (Go 1.26).
#pragma once

#include "schema/go/regexp/source.h"

namespace structural::go::regexp {

// Precondition: the source starts with a backslash.
bool ReadEscape(Source& source, char32_t& rune);

}  // namespace structural::go::regexp
