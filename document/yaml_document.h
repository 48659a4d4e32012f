// ReadYaml: the first document of a YAML text.
#pragma once

#include <cstdint>
#include <string_view>
#include <variant>

#include "document/document.h"
#include "document/limits.h"
#include "document/problem.h"

namespace structural::document {

// As Go, it looks at the first document of `text` only, and takes an empty text for null.
// `first_line`: how many lines stand before the text in its file. The text is UTF-8.
std::variant<Document, Problem> ReadYaml(std::string_view text, std::uint32_t first_line = 0);

}  // namespace structural::document
