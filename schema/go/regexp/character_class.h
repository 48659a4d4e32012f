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

// Character classes that have a name: \d, [:alpha:], \p{Greek}.
//
// Upstream: Go regexp/syntax parse.go parsePerlClassEscape, parseNamedClass, parseUnicodeClass,
// perl_groups.go (Go 1.26).

enum class Found { kNo, kYes, kError };

// Each reads a class of its kind, if the source starts with one, and appends what is in it.
Found ReadPerlClass(Source& source, Flags flags, std::vector<Range>& to);
Found ReadPosixClass(Source& source, Flags flags, std::vector<Range>& to);
Found ReadUnicodeClass(Source& source, Flags flags, std::vector<Range>& to);

// \n, \x{1F600}, \101: escapes that stand for one character.
//
// Upstream: Go regexp/syntax parse.go parseEscape (Go 1.26).
//
// Precondition: the source starts with a backslash.
bool ReadEscape(Source& source, char32_t& rune);

}  // namespace structural::go::regexp
