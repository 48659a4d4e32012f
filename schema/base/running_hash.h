// A hash that can be continued: hashing all prefixes of a text costs as much as hashing the text.
#pragma once

#include <cstdint>
#include <string_view>

namespace structural::base {

inline constexpr std::uint64_t kEmptyHash = 14695981039346656037U;

// Returns the hash of a text followed by `text`, where `before` is the hash of the first text. The
// hash is the same in every run. It is not collision-resistant: also compare the texts.
//
// Upstream: FNV-1a, 64 bits.
constexpr std::uint64_t RunningHash(std::string_view text, std::uint64_t before = kEmptyHash) {
  for (const char c : text) before = (before ^ static_cast<unsigned char>(c)) * 1099511628211U;
  return before;
}

}  // namespace structural::base
