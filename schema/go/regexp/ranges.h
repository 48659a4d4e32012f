// Sets of code points as ranges. A set is clean when its ranges ascend and do not touch.
//
// Upstream: Go regexp/syntax parse.go cleanClass, negateClass, cleanAlt, mergeCharClass (Go 1.26).
#pragma once

#include <span>
#include <vector>

#include "schema/go/regexp/node.h"

namespace structural::go::regexp {

// Sorts and joins; returns how many ranges are left, at the front.
std::size_t Clean(std::span<Range> ranges);

// Appends what a clean set lacks.
void AppendNegated(std::span<const Range> clean, std::vector<Range>& to);

// Appends what is in at least one of the sets that folding the clean set gives.
void AppendFolded(std::span<const Range> clean, std::vector<Range>& to);

// Makes a character class clean, and what matches any character an Op of its own.
void CleanAlternative(Node& node, Pool& pool);

// Makes `to` match what either of them matches. Both are character classes in the sense of
// IsCharClass, and `to` has the greater Op. The result is not clean.
void MergeCharClass(Node& to, const Node& from, Pool& pool);

// The ranges of a character class's node. Where they are many and clean, they are kept as the
// distances from each border to the next, seven bits a byte: a fifth of the memory for Unicode's
// tables, of which a pattern of 80 kB can have 25,000.

// Makes the clean set that of a kCharClass, which has none yet.
void SetRanges(std::span<const Range> clean, Node& node, Pool& pool);

// The ranges of a kCharClass. They stand in `scratch`, or in the node. Valid until either changes.
std::span<const Range> RangesOf(const Node& node, std::vector<Range>& scratch);

void FreeRanges(Node& node, Pool& pool);

}  // namespace structural::go::regexp
