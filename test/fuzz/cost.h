// The cost of an input for a fuzz target: memory and time linear in its size. A target defines kCost and Try. cost.cc
// passes each input to Try, and ends the process if the input costs more than kCost. docs/threat-model.md has the
// constants of all targets.
#pragma once

#include <cstddef>
#include <string_view>

#include "test/fuzz/fuzz.h"

namespace structural::fuzz {

// Limits of memory and CPU time: an amount for each byte of the input, plus a fixed amount. The limits of time are
// those of a program with a sanitizer, which is slower.
struct Cost {
  std::size_t bytes_per_byte = 0;
  std::size_t fixed_bytes = 0;
  std::size_t microseconds_per_byte = 100;
  double fixed_seconds = 1;
};

extern const Cost kCost;

// Checks the target's properties of this input with Require. It can be called several times with the same input.
void Try(std::string_view input);

}  // namespace structural::fuzz
