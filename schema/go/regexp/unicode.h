// Unicode's categories and scripts, by the names that Go accepts.
//
// Upstream: Go regexp/syntax parse.go unicodeTable, unicode tables.go (Go 1.26).
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "schema/go/regexp/node.h"

namespace structural::go::regexp {

// The code points of a name: those of some categories, those of a script, or ASCII if both are 0.
struct UnicodeTable {
  std::string_view name;     // first letter upper case, without spaces, hyphens and underscores
  std::uint32_t categories;  // one bit for each category; bit 0: case folding adds no code points
  std::uint8_t script;

  bool Folds() const { return (categories & 1) == 0; }

  // Returns a clean set.
  std::vector<Range> Ranges() const;
};

// Finds a table by a name in a pattern: "Lu", "lowercase letter".
std::optional<UnicodeTable> FindUnicodeTable(std::string_view name);

// Functions for letters that differ only in case.
//
// Upstream: Go unicode.SimpleFold (Go 1.26).

// Returns the next larger code point that is equal when case is ignored, or the smallest one after the largest. Returns
// `rune` if no other code point is equal.
char32_t NextInCase(char32_t rune);

// Returns the smallest code point that is equal when case is ignored.
char32_t FirstInCase(char32_t rune);

// Appends the range and all code points that are equal to one of it when case is ignored, in no order.
void AppendFolded(Range range, std::vector<Range>& to);

}  // namespace structural::go::regexp
