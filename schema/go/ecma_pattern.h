// Converts Go's patterns to regular expressions of ECMA-262, which JSON Schema uses.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace structural::go {

// Returns an ECMA-262 regular expression that matches the same texts as `pattern`, as long as the texts have no code
// points above U+FFFF. It can be used with and without the flag u. A pattern with the same meaning in Go and ECMA-262
// is returned unchanged, except `.` and `\s`, which match other characters in Go than in ECMA-262. Returns nullopt for
// a pattern that does not compile in Go, and for one that ECMA-262 cannot express: ^ and $ for lines, with the flag m.
std::optional<std::string> EcmaPattern(std::string_view pattern);

}  // namespace structural::go
