// Unicode's categories and scripts, by the names that Go accepts in \p{…}.
//
// Upstream: Go regexp/syntax parse.go unicodeTable, unicode tables.go (Go 1.26).
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "schema/go/regexp/node.h"

namespace structural::go::regexp {

// A set of code points that has a name: the code points of categories, those of a script, or ASCII if `categories` and
// `script` are 0.
struct UnicodeTable {
  std::string_view name;     // the first letter in upper case, the others in lower case; no space, hyphen, underscore
  std::uint32_t categories;  // one bit for each category; bit 0: case folding adds no code points
  std::uint8_t script;

  bool FoldingAddsRunes() const { return (categories & 1) == 0; }

  // Returns the set of code points as a clean set (see ranges.h).
  std::vector<Range> Ranges() const;
};

// Finds a set by its name in a pattern: "Lu", "lowercase letter". Returns nullopt if Go does not know the name.
std::optional<UnicodeTable> FindUnicodeTable(std::string_view name);

// Returns the next larger code point that is equal to `rune` when case is ignored. If none is larger, returns the
// smallest one. Returns `rune` if no other code point is equal.
//
// Upstream: Go unicode.SimpleFold (Go 1.26).
char32_t SimpleFold(char32_t rune);

// Returns the smallest code point that is equal to `rune` when case is ignored.
char32_t MinFoldRune(char32_t rune);

// Appends the range to `to`, and all code points that are equal to one of its code points when case is ignored. The
// appended ranges are not sorted.
void AppendFolded(Range range, std::vector<Range>& to);

}  // namespace structural::go::regexp
