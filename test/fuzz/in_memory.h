// The limit on memory of a fuzz target that links counted_memory.
#pragma once

#include "test/fuzz/cost.h"
#include "test/fuzz/counted_memory.h"

namespace structural::fuzz {

// Requires in its destructor that the memory since its construction was below the limit of kCost. Only one may exist at
// a time. Its scope must not contain memory that only the fuzz target needs, such as that of another JSON reader.
class InMemory {
 public:
  explicit InMemory(std::size_t input) : input_(input) {}
  ~InMemory() { RequireBound(peak_.bytes(), input_, kCost.bytes, kCost.fixed_bytes, "memory is linear"); }
  InMemory(const InMemory&) = delete;
  InMemory& operator=(const InMemory&) = delete;

 private:
  std::size_t input_;
  PeakMemory peak_;
};

}  // namespace structural::fuzz
