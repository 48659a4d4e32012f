// A hash that can be continued with more text. The hashes of all prefixes of a text cost only as much as its own hash.
#pragma once

#include <cstdint>
#include <string_view>

namespace structural::base {

inline constexpr std::uint64_t kEmptyHash = 14695981039346656037U;

// Returns the hash of the concatenation of two texts. `before` is the hash of the first text, and `text` is the second.
// The hash is the same in every run. The hash is not collision-resistant, so callers must also compare the texts.
//
// Upstream: FNV-1a, 64 bits.
constexpr std::uint64_t RunningHash(std::string_view text, std::uint64_t before = kEmptyHash) {
  for (const char c : text) before = (before ^ static_cast<unsigned char>(c)) * 1099511628211U;
  return before;
}

}  // namespace structural::base
