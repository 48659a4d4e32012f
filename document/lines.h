// Lines: a text by lines.
//
// Borrows the text. Not thread-safe: lines are counted when first asked for.
#pragma once

#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "document/document.h"

namespace structural::document {

// A part of a line, and the column within it that was asked for; both are in code points.
struct Excerpt {
  std::string_view text;
  std::uint32_t column = 1;
};

class Lines {
 public:
  explicit Lines(std::string_view text) : text_(text) {}

  // Counted from 1, without its end. Empty where there is no such line.
  std::string_view operator[](std::uint32_t line);

  // `width` code points of a line at most, with the column among them. However long the line is, it
  // is counted once only. Empty where there is no such place.
  Excerpt Around(Position at, std::uint32_t width);

 private:
  void FindBegins();
  std::size_t Offset(std::uint32_t line, std::string_view text, std::uint32_t column);

  std::string_view text_;
  std::vector<std::size_t> begins_;
  // Of long lines: where every so-many-th code point begins.
  std::unordered_map<std::uint32_t, std::vector<std::size_t>> marks_;
};

}  // namespace structural::document
