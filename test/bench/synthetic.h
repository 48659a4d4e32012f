// CRDs made up for measuring, as JSON text.
#pragma once

#include <cstddef>
#include <string>

namespace structural::bench {

// Fields as ordinary CRDs have them, described at length, in objects of twenty, until the text has
// about `bytes` bytes. Structural.
std::string OfSize(std::size_t bytes);

// One object with `count` fields. Structural.
std::string Siblings(std::size_t count);

// Objects in objects, `depth` deep. Structural.
std::string Nested(std::size_t depth);

// One object with `count` fields that have no type: as many violations.
std::string Violating(std::size_t count);

}  // namespace structural::bench
