// Writes JSON as YAML that people can read.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace structural::document {

// Limits of the text that AppendYaml appends; see there.
inline constexpr std::size_t kMaxYamlPerByte = 20;
inline constexpr std::size_t kFreeIndentationBytes = 1024 * 1024;
// Appends one YAML document, without `---`. Readers of YAML get the same value as from the JSON.
//
// Keys keep their order. Each level is indented by two spaces, but a list is not indented relative to its key. Strings
// of several lines are block scalars. Other strings have quotes only if a reader of YAML 1.1 or 1.2 needs them. -0 is
// written as -0.0, and 1e+21 as 1.0e+21, because readers of YAML would change these numbers.
//
// If the indentation would be much longer than the JSON, because the JSON is deeply nested, appends the JSON itself,
// which is YAML, too. Appends at most kMaxYamlPerByte bytes for each byte of `json`, plus kFreeIndentationBytes.
// Precondition: `json` is well formed and has no superfluous spaces.
void AppendYaml(std::string_view json, std::string& to);

}  // namespace structural::document
