// Character classes that have a name: \d, [:alpha:], \p{Greek}.
//
// Upstream: Go regexp/syntax parse.go parsePerlClassEscape, parseNamedClass, parseUnicodeClass,
// perl_groups.go (Go 1.26).
#pragma once

#include <vector>

#include "schema/go/regexp/node.h"
#include "schema/go/regexp/source.h"

namespace structural::go::regexp {

enum class Found { kNo, kYes, kError };

// Each reads a class of its kind, if the source starts with one, and appends what is in it.
Found ReadPerlClass(Source& source, Flags flags, std::vector<Range>& to);
Found ReadPosixClass(Source& source, Flags flags, std::vector<Range>& to);
Found ReadUnicodeClass(Source& source, Flags flags, std::vector<Range>& to);

}  // namespace structural::go::regexp
