// Sets of code points as ranges. A set is clean if its ranges are sorted and do not touch.
//
// Upstream: Go regexp/syntax parse.go cleanClass, negateClass, cleanAlt, mergeCharClass (Go 1.26).
#pragma once

#include <span>
#include <vector>

#include "schema/go/regexp/node.h"

namespace structural::go::regexp {

// Sorts and joins the ranges. Returns the number of remaining ranges, which are at the front.
std::size_t Clean(std::span<Range> ranges);

// Appends the complement of a clean set.
void AppendNegated(std::span<const Range> clean, std::vector<Range>& to);

// Appends the code points that are equal to one of the clean set when case is ignored.
void AppendFolded(std::span<const Range> clean, std::vector<Range>& to);

// Makes the ranges of a character class clean. A class of all characters becomes kAnyChar or kAnyCharNotNL.
void CleanAlternative(Node& node, Pool& pool);

// Makes `to` match each character that `to` or `from` matches. Precondition: IsCharClass is true for both, and `to` has
// the greater Op. The resulting ranges are not clean.
void MergeCharClass(Node& to, const Node& from, Pool& pool);

// The functions below read and write the ranges of a kCharClass. Many clean ranges are packed as distances from each
// border to the next, in bytes of seven bits. This takes a fifth of the memory for Unicode's tables, of which a pattern
// of 80 kB can have 25,000.

// Sets the ranges of a kCharClass that has none. Precondition: they are clean.
void SetRanges(std::span<const Range> clean, Node& node, Pool& pool);

// Returns the ranges of a kCharClass. They are in `scratch` or in the node, and valid until either changes.
std::span<const Range> RangesOf(const Node& node, std::vector<Range>& scratch);

void FreeRanges(Node& node, Pool& pool);

}  // namespace structural::go::regexp
