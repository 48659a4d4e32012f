// Lines: a text by lines.
//
// Borrows the text. Not thread-safe: lines are counted when first asked for.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace structural::document {

class Lines {
 public:
  explicit Lines(std::string_view text) : text_(text) {}

  // Counted from 1, without its end. Empty where there is no such line.
  std::string_view operator[](std::uint32_t line);

 private:
  std::string_view text_;
  std::vector<std::size_t> begins_;
};

}  // namespace structural::document
