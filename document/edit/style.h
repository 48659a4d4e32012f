// Style: how a document writes things, to write new ones like that.
#pragma once

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

}  // namespace structural::document
