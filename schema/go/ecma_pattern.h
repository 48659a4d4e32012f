// Patterns of Go as regular expressions of ECMA-262, which JSON Schema has.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace structural::go {

// A regular expression that matches the same texts, with the flag u of ECMA-262 and without it, as
// long as no text has code points above U+FFFF. A pattern that means the same in both stays as it
// is, but for `.` and `\s`, which take more in Go than in ECMA-262, or less. nullopt for one that
// does not compile, and for what ECMA-262 cannot say: ^ and $ of lines, with the flag m.
std::optional<std::string> EcmaPattern(std::string_view pattern);

}  // namespace structural::go
