// Reads character classes: [a-z], [^\d_], [[:alpha:]].
//
// Upstream: Go regexp/syntax parse.go parseClass (Go 1.26).
#pragma once

#include <vector>

#include "schema/go/regexp/node.h"
#include "schema/go/regexp/source.h"

namespace structural::go::regexp {

// Reads a character class in brackets, and writes its clean set (see ranges.h) to `to`. Precondition: the source starts
// with [.
bool ReadBracketClass(Source& source, Flags flags, std::vector<Range>& to);

// Functions that read named character classes: \d, [:alpha:], \p{Greek}.
//
// Upstream: Go regexp/syntax parse.go parsePerlClassEscape, parseNamedClass, parseUnicodeClass,
// perl_groups.go (Go 1.26).

enum class Found { kNo, kYes, kError };

// Each of these functions reads one kind of named class, if the source starts with it, and appends its code points to
// `to`.
Found ReadPerlClass(Source& source, Flags flags, std::vector<Range>& to);
Found ReadUnicodeClass(Source& source, Flags flags, std::vector<Range>& to);

// Reads an escape that represents one character: \n, \x{1F600}, \101.
//
// Upstream: Go regexp/syntax parse.go parseEscape (Go 1.26).
//
// Precondition: the source starts with a backslash.
bool ReadEscape(Source& source, char32_t& rune);

}  // namespace structural::go::regexp
