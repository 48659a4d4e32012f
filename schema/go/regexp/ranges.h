// Sets of code points as lists of ranges. A set is clean if its ranges are sorted, do not overlap and are not adjacent.
//
// Upstream: Go regexp/syntax parse.go cleanClass, negateClass, cleanAlt, mergeCharClass (Go 1.26).
#pragma once

#include <span>
#include <vector>

#include "schema/go/regexp/node.h"

namespace structural::go::regexp {

// Makes a set clean: sorts its ranges, and joins ranges that overlap or are adjacent. The remaining ranges are at the
// front of `ranges`. Returns their number.
std::size_t Clean(std::span<Range> ranges);

// Appends the ranges of the complement of a clean set.
void AppendNegated(std::span<const Range> clean, std::vector<Range>& to);

// Appends all code points that are equal to a code point of the clean set when case is ignored.
void AppendFolded(std::span<const Range> clean, std::vector<Range>& to);

// Makes the ranges of a character class clean. If the class contains all characters, or all except newline, the node
// becomes kAnyChar or kAnyCharNotNL.
void CleanAlternative(Node& node, Pool& pool);

// Adds to the node `to` all characters that the node `from` matches. The resulting ranges are not clean. Preconditions:
// IsCharClass is true for both nodes, and to.op >= from.op.
void MergeCharClass(Node& to, const Node& from, Pool& pool);

// The functions below read and write the ranges of a kCharClass. Many clean ranges are packed: each border is stored as
// the distance from the previous border, in bytes of seven bits. Packed ranges need a fifth of the memory. This matters
// for classes of Unicode such as \pL, because a pattern of 80 kB can contain 25,000 of them.

// Sets the ranges of a kCharClass. Preconditions: the class has no ranges yet, and the new ranges are clean.
void SetRanges(std::span<const Range> clean, Node& node, Pool& pool);

// Returns the ranges of a kCharClass. The result points into `scratch` or into the node, and is valid until one of them
// is changed.
std::span<const Range> RangesOf(const Node& node, std::vector<Range>& scratch);

void FreeRanges(Node& node, Pool& pool);

}  // namespace structural::go::regexp
