// Progress: one line on standard error that follows long work, on a terminal only.
#pragma once

#include <chrono>
#include <cstdint>

namespace structural::cli {

// Not thread-safe.
class Progress {
 public:
  // The line says "12 UNITS, 3.4 MB DONE".
  explicit Progress(const char* units = "lines", const char* done = "answered");
  ~Progress();  // clears the line

  void Add(std::uint64_t units, std::uint64_t bytes);

 private:
  const char* const unit_;
  const char* const done_;
  const bool shown_;
  std::uint64_t count_ = 0;
  std::uint64_t bytes_ = 0;
  std::chrono::steady_clock::time_point next_;
};

}  // namespace structural::cli
