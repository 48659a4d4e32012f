// TextPlaces: where the bytes of a text stand.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "cli/lint/finding.h"

namespace structural::cli {

// Borrows the text. Lines end with \n. Safe to read from several threads.
class TextPlaces {
 public:
  explicit TextPlaces(std::string_view text);

  // Precondition: a character begins there, or the text ends.
  lint::TextPlace At(std::size_t offset) const;

 private:
  std::string_view text_;
  std::vector<std::size_t> begins_;  // of the lines
};

}  // namespace structural::cli
