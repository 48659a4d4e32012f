// ReadYaml: the first document of a YAML text.
#pragma once

#include <cstdint>
#include <string_view>
#include <variant>

#include "document/document.h"
#include "document/problem.h"

namespace structural::document {

// What a document may be at most; more is a Problem.
inline constexpr std::size_t kMaxDepth = 10'000;                 // as Go
inline constexpr std::size_t kMaxJsonBytes = 256 * 1024 * 1024;  // with aliases written out

// As Go, it looks at the first document of `text` only, and takes an empty text for null.
// `first_line`: how many lines stand before the text in its file. The text is UTF-8.
std::variant<Document, Problem> ReadYaml(std::string_view text, std::uint32_t first_line = 0);

}  // namespace structural::document
