// A hash that goes on: of all the beginnings of a text, for the cost of the text.
#pragma once

#include <cstdint>
#include <string_view>

namespace structural::base {

inline constexpr std::uint64_t kHashOfNothing = 14695981039346656037U;

// Of `text` behind a text that has the hash `before`. Stable from run to run; whoever makes both
// texts can make two with one hash, so compare them, too.
//
// Upstream: FNV-1a, 64 bits.
constexpr std::uint64_t RunningHash(std::string_view text, std::uint64_t before = kHashOfNothing) {
  for (const char c : text) before = (before ^ static_cast<unsigned char>(c)) * 1099511628211U;
  return before;
}

}  // namespace structural::base
