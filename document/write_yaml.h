// Writing JSON as YAML, for people.
#pragma once

#include <string>
#include <string_view>

namespace structural::document {

// Appends one document, without `---`, that reads as the same JSON: keys in their order, two spaces
// a level, lists as deep as their key, texts of several lines as such, and quotes only where a text
// would be taken for something else. What cannot be told so (a number as -0) is appended as JSON,
// which is YAML, too. Precondition: `json` is well formed and has no superfluous spaces.
void AppendYaml(std::string_view json, std::string& to);

}  // namespace structural::document
