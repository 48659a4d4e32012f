// Style: the formatting of a document, used for new parts.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "document/edit/source.h"

namespace structural::document {

enum class Quotes : char { kNone, kSingle, kDouble };

// A plain value. Each field has the most frequent choice of the document.
struct Style {
  bool json = false;
  std::string eol = "\n";
  std::uint32_t indent = 2;            // indentation of a mapping in a mapping
  std::uint32_t list_indent = 0;       // indentation of a list in a mapping
  std::string unit = "  ";             // indentation of one level in JSON of several lines
  std::string colon = ": ";            // text after a key within brackets
  std::string comma = " ";             // text after a comma within brackets
  Quotes quotes = Quotes::kDouble;     // quotes for strings that need quotes
  Quotes for_strings = Quotes::kNone;  // quotes for strings that need none
  bool literals = true;                // write strings of several lines as block scalars
  bool moves = true;                   // moved values keep their text
};

Style StyleOf(const Source& source);

// Returns whether the text without quotes is read as this string. `flow`: within brackets.
bool CanBePlain(std::string_view text, bool flow);

// Returns the text on one line, in the wanted quotes, or in double quotes if those cannot represent
// it. kNone uses `otherwise` if the text needs quotes.
std::string QuotedText(std::string_view text, Quotes wanted, Quotes otherwise, bool flow);

struct Literal {
  std::string head;  // `|-`
  std::string lines;
};

// Returns the text as lines, each indented by `column` spaces. Returns nullopt if it has one line
// only, or a block scalar cannot represent it.
std::optional<Literal> LiteralText(std::string_view text, std::size_t column, std::string_view eol);

}  // namespace structural::document
