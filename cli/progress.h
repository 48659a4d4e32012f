// Progress: one line on standard error that follows long work, on a terminal only.
#pragma once

#include <chrono>
#include <cstdint>

namespace structural::cli {

// Not thread-safe.
class Progress {
 public:
  Progress();
  ~Progress();  // clears the line

  void Add(std::uint64_t lines, std::uint64_t bytes);

 private:
  const bool shown_;
  std::uint64_t lines_ = 0;
  std::uint64_t bytes_ = 0;
  std::chrono::steady_clock::time_point next_;
};

}  // namespace structural::cli
