// Random: pseudo-random numbers that are equal for equal seeds on every machine.
#pragma once

#include <cstddef>
#include <cstdint>

namespace structural::values {

// The generator splitmix64. Copyable.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t Next() {
    std::uint64_t z = (state_ += 0x9E3779B97F4A7C15);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
    return z ^ (z >> 31);
  }
  // Returns a number below `bound`, which must not be 0.
  std::size_t NextBelow(std::size_t bound) { return static_cast<std::size_t>(Next() % bound); }

 private:
  std::uint64_t state_;
};

}  // namespace structural::values
