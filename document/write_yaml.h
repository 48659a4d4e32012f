// Writing JSON as YAML, for people.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace structural::document {

// Appends one document, without `---`, that reads as the same JSON: keys in their order, two spaces
// a level, lists as deep as their key, texts of several lines as such, and quotes only where a text
// would be taken for something else. What cannot be told so (a number as -0), and what is nested so
// deep that its indentation would be much longer than the JSON, is appended as JSON, which is YAML,
// too: what is appended has at most kMostYamlPerByte bytes for each byte of `json`, and
// kFreeIndentation. Precondition: `json` is well formed and has no superfluous spaces.
inline constexpr std::size_t kMostYamlPerByte = 20;
inline constexpr std::size_t kFreeIndentation = 1024 * 1024;
void AppendYaml(std::string_view json, std::string& to);

}  // namespace structural::document
