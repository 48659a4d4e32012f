// Shared by the fuzz targets. A target is one file that defines LLVMFuzzerTestOneInput and calls Require for properties
// of every input.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace structural::fuzz {

// Ends the process if `holds` is false, in every build: the input is a finding.
inline void Require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "does not hold: %s\n", what);
  std::abort();
}

// Ends the process if `bytes` exceeds `factor` * `input` + `max`: memory and output of an operation must be linear in
// its input, apart from a fixed budget.
inline void RequireBound(std::size_t bytes, std::size_t input, std::size_t factor, std::size_t max, const char* what) {
  if (bytes > factor * input + max) std::fprintf(stderr, "%zu bytes of %zu\n", bytes, input);
  Require(bytes <= factor * input + max, what);
}

inline std::string_view Text(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

}  // namespace structural::fuzz
