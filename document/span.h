// Parts of a Document that is being written.
#pragma once

#include <cstddef>
#include <cstdint>

namespace structural::document {

// Bytes of the JSON.
struct Range {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
};

// A whole value with what belongs to it: which of the marks, and of the members to be taken out.
struct Span {
  Range json;
  Range marks;
  Range blanks;
};

}  // namespace structural::document
