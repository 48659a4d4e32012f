// Writing JSON as YAML, for people.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace structural::document {

// Appends one document, without `---`, that is read as the same JSON. Keys keep their order, each
// level is indented by two spaces, and lists are as deep as their key. Texts of several lines are
// block scalars, and only texts that a reader of YAML 1.1 or 1.2 would read as another value have
// quotes. -0 is -0.0, and 1e+21 is 1.0e+21.
//
// JSON so deeply nested that the indentation would be much longer than the JSON is appended as
// JSON, which is YAML, too. At most kMaxYamlPerByte bytes are appended for each byte of `json`, plus kFreeIndentation.
// Precondition: `json` is well formed and has no superfluous spaces.
inline constexpr std::size_t kMaxYamlPerByte = 20;
inline constexpr std::size_t kFreeIndentation = 1024 * 1024;
void AppendYaml(std::string_view json, std::string& to);

}  // namespace structural::document
