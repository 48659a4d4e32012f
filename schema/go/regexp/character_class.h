// Reads character classes: [a-z], [^\d_], [[:alpha:]].
//
// Upstream: Go regexp/syntax parse.go parseClass (Go 1.26).
#pragma once

#include <vector>

#include "schema/go/regexp/node.h"
#include "schema/go/regexp/source.h"

namespace structural::go::regexp {

// Reads a character class in brackets, and writes its clean set (see ranges.h) to `to`. Returns false after an error,
// which the source contains. Precondition: the source starts with "[".
bool ReadBracketClass(Source& source, Flags flags, std::vector<Range>& to);

// Whether the source starts with a named character class: \d, [:alpha:], \p{Greek}. kError: the source contains the
// error in the class.
//
// Upstream: Go regexp/syntax parse.go parsePerlClassEscape, parseNamedClass, parseUnicodeClass,
// perl_groups.go (Go 1.26).
enum class ClassFound { kNo, kYes, kError };

// If the source starts with a class such as \d (ReadPerlClass) or \p{Greek} (ReadUnicodeClass), read the class and
// append its code points to `to`. Otherwise return kNo and read nothing.
ClassFound ReadPerlClass(Source& source, Flags flags, std::vector<Range>& to);
ClassFound ReadUnicodeClass(Source& source, Flags flags, std::vector<Range>& to);

// Reads an escape that represents one character: \n, \x{1F600}, \101. Returns false after an error, which the source
// contains.
//
// Upstream: Go regexp/syntax parse.go parseEscape (Go 1.26).
//
// Precondition: the source starts with a backslash.
bool ReadEscape(Source& source, char32_t& rune);

}  // namespace structural::go::regexp
