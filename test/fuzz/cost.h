// The cost of an input for a fuzz target: memory and time linear in its size. A target defines kCost and Try, and
// cost.cc passes each input to Try. docs/threat-model.md has the constants of all targets.
#pragma once

#include <cstddef>
#include <string_view>

#include "test/fuzz/fuzz.h"

namespace structural::fuzz {

// Limits of memory and CPU time: an amount for each byte of the input, plus a fixed amount. CPU time is measured with a
// sanitizer.
struct Cost {
  std::size_t bytes = 0;
  std::size_t fixed_bytes = 0;
  std::size_t microseconds = 100;
  double fixed_seconds = 1;
};

extern const Cost kCost;

// Requires the properties that every input must have. It may be called again with the same input.
void Try(std::string_view input);

}  // namespace structural::fuzz
