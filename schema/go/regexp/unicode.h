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

// The set of code points that a name denotes: those of categories, those of a script, or ASCII if `categories` and
// `script` are 0.
struct UnicodeTable {
  std::string_view name;     // begins with an upper-case letter, has no spaces, hyphens and underscores
  std::uint32_t categories;  // one bit for each category; bit 0: case folding adds no code points
  std::uint8_t script;

  bool Folds() const { return (categories & 1) == 0; }

  // Returns the set of code points as a clean set (see ranges.h).
  std::vector<Range> Ranges() const;
};

// Finds a set by its name in a pattern: "Lu", "lowercase letter". Returns nullopt if Go does not know the name.
std::optional<UnicodeTable> FindUnicodeTable(std::string_view name);

// Functions for code points that differ only in case.
//
// Upstream: Go unicode.SimpleFold (Go 1.26).

// Returns the next larger code point that is equal to `rune` when case is ignored. If none is larger, returns the
// smallest one. Returns `rune` if no other code point is equal.
char32_t NextInCase(char32_t rune);

// Returns the smallest code point that is equal to `rune` when case is ignored.
char32_t FirstInCase(char32_t rune);

// Appends the range, and all code points that are equal to one of its code points when case is ignored. The result is
// not sorted.
void AppendFolded(Range range, std::vector<Range>& to);

}  // namespace structural::go::regexp
