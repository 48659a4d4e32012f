// Style: the formatting that a document uses most often, and that its new parts get.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "document/edit/source.h"

namespace structural::document {

enum class Quotes : char { kNone, kSingle, kDouble };

// A plain value.
struct Style {
  bool is_json = false;
  std::string eol = "\n";                  // line break
  std::uint32_t indent = 2;                // indentation, in spaces, of a mapping in a mapping
  std::uint32_t list_indent = 0;           // indentation, in spaces, of a list in a mapping
  std::string json_indent = "  ";          // indentation of one level in JSON of several lines
  std::string colon = ": ";                // text after a key within brackets
  std::string comma = " ";                 // text after a comma within brackets
  Quotes needed_quotes = Quotes::kDouble;  // quotes for strings that need quotes
  Quotes optional_quotes = Quotes::kNone;  // quotes for strings that need none
  bool use_block_scalars = true;           // write strings of several lines as block scalars
  bool keep_moved_text = true;             // moved values keep their text
};

Style StyleOf(const Source& source);

// Returns whether readers of YAML read the text, without quotes, as this string. `flow`: the text is within brackets.
bool CanBePlain(std::string_view text, bool flow);

// Returns the text on one line, in the wanted quotes. kNone: without quotes, or in the quotes `otherwise` if the text
// needs some. Uses double quotes if single quotes cannot represent the text. `flow`: the text is within brackets.
std::string QuotedText(std::string_view text, Quotes wanted, Quotes otherwise, bool flow);

struct BlockScalar {
  std::string head;   // `|` or `|-`
  std::string lines;  // indented lines after the head
};

// Returns the text as a block scalar whose lines are indented by `column` spaces and separated by `eol`. Returns
// nullopt if the text has only one line, or if a block scalar without indentation indicator cannot represent it.
std::optional<BlockScalar> BlockScalarText(std::string_view text, std::size_t column, std::string_view eol);

}  // namespace structural::document
