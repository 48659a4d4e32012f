#include "cli/fix/text_places.h"

#include <algorithm>

namespace structural::cli {

namespace {

constexpr std::size_t kMarkEvery = 1024;

// That begin there.
std::size_t Characters(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count_if(
      text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

}  // namespace

TextPlaces::TextPlaces(std::string_view text) : text_(text), begins_{0} {
  for (std::size_t at = text.find('\n'); at != text.npos; at = text.find('\n', at + 1)) {
    begins_.push_back(at + 1);
  }
  std::size_t characters = 0;
  for (std::size_t at = 0; at <= text.size(); at += kMarkEvery) {
    characters_.push_back(characters);
    characters += Characters(text.substr(at, kMarkEvery));
  }
}

std::size_t TextPlaces::CharactersBefore(std::size_t offset) const {
  const std::size_t mark = offset / kMarkEvery;
  return characters_[mark] +
         Characters(text_.substr(mark * kMarkEvery, offset - mark * kMarkEvery));
}

lint::TextPlace TextPlaces::At(std::size_t offset) const {
  const auto next = std::ranges::upper_bound(begins_, offset);
  const std::size_t begin = *(next - 1);
  const std::string_view before = text_.substr(begin, offset - begin);
  const std::size_t characters = CharactersBefore(offset) - CharactersBefore(begin);
  return {{static_cast<std::uint32_t>(next - begins_.begin()),
           static_cast<std::uint32_t>(characters + 1)},
          static_cast<std::uint32_t>(before.size() + 1)};
}

}  // namespace structural::cli
