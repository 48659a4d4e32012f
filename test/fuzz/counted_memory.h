// The memory of a fuzz target that links counted_memory: what its `operator new` gave and did not get
// back, of all threads, in bytes.
#pragma once

#include <cstddef>

namespace structural::fuzz {

std::size_t HeldMemory();

// The most that was held at a time since this was made, beyond what was held then.
class PeakMemory {
 public:
  PeakMemory();
  std::size_t bytes() const;

 private:
  std::size_t before_;
};

}  // namespace structural::fuzz
