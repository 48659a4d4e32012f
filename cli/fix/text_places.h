// TextPlaces: where the bytes of a text stand.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "cli/findings/finding.h"

namespace structural::cli {

// Borrows the text. Lines end with \n, and may be long. Safe to read from several threads.
class TextPlaces {
 public:
  explicit TextPlaces(std::string_view text);

  // Precondition: a character begins there, or the text ends.
  lint::TextPlace At(std::size_t offset) const;

 private:
  std::string_view text_;
  std::size_t CharactersBefore(std::size_t offset) const;

  std::vector<std::size_t> begins_;      // of the lines
  std::vector<std::size_t> characters_;  // before every so-many-th byte
};

}  // namespace structural::cli
