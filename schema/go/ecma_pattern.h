// Converts Go's patterns to regular expressions of ECMA-262, which JSON Schema uses.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace structural::go {

// Returns an ECMA-262 regular expression that matches the same texts, with or without the flag u, for texts without
// code points above U+FFFF. A pattern with the same meaning in both languages is returned as written, except `.` and
// `\s`, which match other characters in Go than in ECMA-262. Returns nullopt for a pattern that does not compile, or
// that ECMA-262 cannot express: ^ and $ of lines, with the flag m.
std::optional<std::string> EcmaPattern(std::string_view pattern);

}  // namespace structural::go
