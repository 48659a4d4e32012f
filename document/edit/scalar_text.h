// Strings as YAML and JSON write them.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "document/edit/style.h"

namespace structural::document {

// Whether the text is read as this very string without quotes. `flow`: within brackets.
bool CanBePlain(std::string_view text, bool flow);

// Within a line. With the wanted quotes, or with double ones where these cannot say it; kNone takes
// `otherwise` where quotes are needed.
std::string QuotedText(std::string_view text, Quotes wanted, Quotes otherwise, bool flow);

struct Literal {
  std::string head;  // `|-`
  std::string lines;
};

// In lines, each with so many spaces before it. nullopt: it has no lines, or cannot be told so.
std::optional<Literal> LiteralText(std::string_view text, std::size_t column, std::string_view eol);

}  // namespace structural::document
