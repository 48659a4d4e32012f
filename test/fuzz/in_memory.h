// The bound on memory of a fuzz target that links counted_memory.
#pragma once

#include "test/fuzz/cost.h"
#include "test/fuzz/counted_memory.h"

namespace structural::fuzz {

// Demands where it ends that no more memory was held at a time since it began than kCost says. There
// is one at a time; what only the target needs, as another reader of JSON, is outside of it.
class InMemory {
 public:
  explicit InMemory(std::size_t input) : input_(input) {}
  ~InMemory() {
    RequireBound(peak_.bytes(), input_, kCost.bytes, kCost.fixed_bytes, "memory is linear");
  }
  InMemory(const InMemory&) = delete;
  InMemory& operator=(const InMemory&) = delete;

 private:
  std::size_t input_;
  PeakMemory peak_;
};

}  // namespace structural::fuzz
