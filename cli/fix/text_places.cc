#include "cli/fix/text_places.h"

#include <algorithm>

namespace structural::cli {

TextPlaces::TextPlaces(std::string_view text) : text_(text), begins_{0} {
  for (std::size_t at = text.find('\n'); at != text.npos; at = text.find('\n', at + 1)) {
    begins_.push_back(at + 1);
  }
}

lint::TextPlace TextPlaces::At(std::size_t offset) const {
  const auto next = std::ranges::upper_bound(begins_, offset);
  const std::size_t begin = *(next - 1);
  const std::string_view before = text_.substr(begin, offset - begin);
  const auto begins_character = [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
  };
  const auto characters = std::ranges::count_if(before, begins_character);
  return {{static_cast<std::uint32_t>(next - begins_.begin()),
           static_cast<std::uint32_t>(characters + 1)},
          static_cast<std::uint32_t>(before.size() + 1)};
}

}  // namespace structural::cli
