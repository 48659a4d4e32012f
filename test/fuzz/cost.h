// What an input may cost a fuzz target: memory and time linear in it. A target defines kCost and Try,
// and cost.cc gives each input to them. docs/threat-model.md has the constants of all targets.
#pragma once

#include <cstddef>
#include <string_view>

#include "test/fuzz/fuzz.h"

namespace structural::fuzz {

// For each byte of the input, and besides. Time is the CPU's, with a sanitizer.
struct Cost {
  std::size_t bytes = 0;
  std::size_t fixed_bytes = 0;
  std::size_t microseconds = 100;
  double fixed_seconds = 1;
};

extern const Cost kCost;

// Demands what has to hold for every input. It may be called again with the same one.
void Try(std::string_view input);

}  // namespace structural::fuzz
