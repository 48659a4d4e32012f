// The ranges of a character class's node. Where they are many and clean, they are kept as the
// distances from each border to the next, seven bits a byte: a fifth of the memory for Unicode's
// tables, of which a pattern of 80 kB can have 25,000.
#pragma once

#include <span>
#include <vector>

#include "schema/go/regexp/node.h"

namespace structural::go::regexp {

// Makes the clean set that of a kCharClass, which has none yet.
void SetRanges(std::span<const Range> clean, Node& node, Pool& pool);

// Packs the ranges of a kCharClass where they are many. Precondition: they are clean.
void PackRanges(Node& node, Pool& pool);

// The ranges of a kCharClass. They stand in `scratch`, or in the node. Valid until either changes.
std::span<const Range> RangesOf(const Node& node, std::vector<Range>& scratch);

// The same as node.ranges, for changes.
List<Range>& UnpackRanges(Node& node, Pool& pool);

void FreeRanges(Node& node, Pool& pool);

}  // namespace structural::go::regexp
