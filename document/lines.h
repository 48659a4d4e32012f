// Lines: a text by lines.
//
// Borrows the text. Not thread-safe: the first access finds the lines, and the first place in a long line counts its
// code points.
#pragma once

#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "document/document.h"

namespace structural::document {

// A part of a line, and the requested column within that part, in code points.
struct Excerpt {
  std::string_view text;
  std::uint32_t column = 1;
};

class Lines {
 public:
  explicit Lines(std::string_view text) : text_(text) {}

  // Returns the line, counted from 1, without its line break. Empty if the line does not exist.
  std::string_view operator[](std::uint32_t line);

  // Returns the rest of a line from a place. Empty if the place does not exist.
  std::string_view From(Position at);

  // Returns at most `width` code points of a line, including the column. Empty if the place does
  // not exist.
  Excerpt Around(Position at, std::uint32_t width);

 private:
  void FindBegins();
  std::size_t Offset(std::uint32_t line, std::string_view text, std::uint32_t column);

  std::string_view text_;
  struct LineStart {
    std::uint32_t line;
    std::size_t offset;
  };
  // Starts of the first line, of the first line after every kBeginEvery bytes, and of the end. Not of every line,
  // because a file may have as many lines as bytes.
  std::vector<LineStart> begins_;
  // The offset of every kMarkEvery-th code point of a long line.
  std::unordered_map<std::uint32_t, std::vector<std::size_t>> marks_;
};

}  // namespace structural::document
