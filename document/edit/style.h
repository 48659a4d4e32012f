// Style: how a document writes things, to write new ones like that.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "document/edit/source.h"

namespace structural::document {

enum class Quotes : char { kNone, kSingle, kDouble };

// A plain value; each is what most of the document does.
struct Style {
  bool json = false;
  std::string eol = "\n";
  std::uint32_t indent = 2;            // of a mapping in a mapping
  std::uint32_t list_indent = 0;       // of a list in a mapping
  std::string unit = "  ";             // of JSON in lines
  std::string colon = ": ";            // within brackets
  std::string comma = " ";             // behind one
  Quotes quotes = Quotes::kDouble;     // of strings that need them
  Quotes for_strings = Quotes::kNone;  // and of those that do not
  bool literals = true;                // strings of several lines are written as such
  bool moves = true;                   // what is moved brings its text along
};

Style StyleOf(const Source& source);

// Strings as YAML and JSON write them.

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
