// Reads character classes: [a-z], [^\d_], [[:alpha:]].
//
// Upstream: Go regexp/syntax parse.go parseClass (Go 1.26).
#pragma once

#include <vector>

#include "schema/go/regexp/node.h"
#include "schema/go/regexp/source.h"

namespace structural::go::regexp {

// Reads a class, and writes its clean set (ranges.h) to `to`.
// Precondition: the source starts with [.
bool ReadBracketClass(Source& source, Flags flags, std::vector<Range>& to);

// Functions for character classes with a name: \d, [:alpha:], \p{Greek}.
//
// Upstream: Go regexp/syntax parse.go parsePerlClassEscape, parseNamedClass, parseUnicodeClass,
// perl_groups.go (Go 1.26).

enum class Found { kNo, kYes, kError };

// Each of these functions reads a class of its kind if the source starts with one, and appends its code points to `to`.
Found ReadPerlClass(Source& source, Flags flags, std::vector<Range>& to);
Found ReadUnicodeClass(Source& source, Flags flags, std::vector<Range>& to);

// Reads an escape for one character: \n, \x{1F600}, \101.
//
// Upstream: Go regexp/syntax parse.go parseEscape (Go 1.26).
//
// Precondition: the source starts with a backslash.
bool ReadEscape(Source& source, char32_t& rune);

}  // namespace structural::go::regexp
