// Unicode's categories and scripts under the names that Go knows them by.
//
// Upstream: Go regexp/syntax parse.go unicodeTable, unicode tables.go (Go 1.26).
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "schema/go/regexp/node.h"

namespace structural::go::regexp {

// A name's code points: those of some categories, or those of a script. Neither is ASCII.
struct UnicodeTable {
  std::string_view name;     // one capital, no spaces, hyphens or underscores
  std::uint32_t categories;  // a bit for each; bit 0: does not fold
  std::uint8_t script;

  bool Folds() const { return (categories & 1) == 0; }

  // Clean.
  std::vector<Range> Ranges() const;
};

// By a name as a pattern has it: "Lu", "lowercase letter".
std::optional<UnicodeTable> FindUnicodeTable(std::string_view name);

// Letters that differ in case only.
//
// Upstream: Go unicode.SimpleFold (Go 1.26).

// The next code point that folds as this one does, the smallest after the largest; itself where
// there is no other.
char32_t NextInCase(char32_t rune);

// The smallest code point that folds as this one does.
char32_t FirstInCase(char32_t rune);

// Appends the range and everything that folds as something in it, in no order.
void AppendFolded(Range range, std::vector<Range>& to);

}  // namespace structural::go::regexp
