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

}  // namespace structural::go::regexp
