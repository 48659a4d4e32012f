// The limit on memory of a fuzz target that links counted_memory.
#pragma once

#include "test/fuzz/cost.h"
#include "test/fuzz/counted_memory.h"

namespace structural::fuzz {

// Requires in its destructor that the memory since its construction was below the limit of kCost. Only one object of
// this class may exist at a time. Its scope must not contain memory that only the fuzz target needs, such as that of
// another JSON reader.
class MemoryLimit {
 public:
  explicit MemoryLimit(std::size_t input) : input_(input) {}
  ~MemoryLimit() { RequireBound(peak_.bytes(), input_, kCost.bytes_per_byte, kCost.fixed_bytes, "memory is linear"); }
  MemoryLimit(const MemoryLimit&) = delete;
  MemoryLimit& operator=(const MemoryLimit&) = delete;

 private:
  std::size_t input_;
  PeakMemory peak_;
};

}  // namespace structural::fuzz
