// Lines: finds lines of a text by number, and parts of lines by position.
//
// The text must outlive it. Not thread-safe: the first access finds the starts of lines, and the first access to a
// position in a long line counts the code points of the line.
#pragma once

#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "document/document.h"

namespace structural::document {

// A part of a line around a requested column.
struct Excerpt {
  std::string_view text;
  std::uint32_t column = 1;  // the requested column, counted in code points from the start of `text`
};

class Lines {
 public:
  explicit Lines(std::string_view text) : text_(text) {}

  // Returns the line, counted from 1, without its line break. Empty if the line does not exist.
  std::string_view operator[](std::uint32_t line);

  // Returns the rest of the line from the position. Empty if the position does not exist.
  std::string_view From(Position at);

  // Returns at most `width` code points of the line around the position. Empty if the position does not exist.
  Excerpt Around(Position at, std::uint32_t width);

 private:
  void FindLineStarts();
  std::size_t Offset(std::uint32_t line, std::string_view text, std::uint32_t column);

  std::string_view text_;
  struct LineStart {
    std::uint32_t line;
    std::size_t offset;
  };
  // Starts of some lines: the first one, then the first one after each kBytesPerLineStart bytes, and the end. Not all
  // lines are stored, because a file can have as many lines as bytes.
  std::vector<LineStart> line_starts_;
  // By the number of a long line: the offsets of every kRunesPerMark-th of its code points.
  std::unordered_map<std::uint32_t, std::vector<std::size_t>> marks_;
};

}  // namespace structural::document
