// The memory of a fuzz target that links counted_memory: the number of bytes, in all threads, that `operator new` has
// returned and that are not freed yet.
#pragma once

#include <cstddef>

namespace structural::fuzz {

std::size_t HeldMemory();

// Measures the maximum memory during the lifetime of the object, beyond the memory at its construction.
class PeakMemory {
 public:
  PeakMemory();
  std::size_t bytes() const;

 private:
  std::size_t before_;
};

}  // namespace structural::fuzz
