// Position: a place in a text, as editors show it.
#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>

namespace structural::document {

// Both count from 1; a column counts code points. A plain value.
struct Position {
  std::uint32_t line = 0;
  std::uint32_t column = 0;

  auto operator<=>(const Position&) const = default;
};

// "crd.yaml:3:7", as compilers print it.
std::string PlaceText(std::string_view file, Position at);

}  // namespace structural::document
