// Converts Go's patterns to regular expressions of ECMA-262, which JSON Schema uses.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace structural::go {

// Returns an ECMA-262 regular expression that matches the same texts as Go's `pattern`, as long as the texts have no
// code points above U+FFFF. The expression can be used with and without the flag u. `.` and `\s` become classes,
// because they match other characters in ECMA-262. If all other constructs of the pattern have the same meaning in Go
// and ECMA-262, their text stays unchanged.
//
// Returns nullopt in three cases: the pattern does not compile in Go, the expression would have more than 64 KiB, or
// JSON Schema cannot express it. For example, (?m)^ needs the flag m, which JSON Schema does not set.
std::optional<std::string> ToEcmaPattern(std::string_view pattern);

}  // namespace structural::go
