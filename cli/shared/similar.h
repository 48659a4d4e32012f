// Guessing which word was meant.
#pragma once

#include <span>
#include <string_view>

namespace structural::lint {

// The one of `known` that takes the fewest letters to change into, add to or leave out of `word`,
// if these are few for its length. Empty: none is near.
std::string_view MostSimilar(std::string_view word, std::span<const std::string_view> known);

}  // namespace structural::lint
