// Progress: one line on standard error that follows long work, on a terminal only.
#pragma once

#include <chrono>
#include <cstdint>

namespace structural::cli {

// Not thread-safe.
class Progress {
 public:
  // What stands beside the line: answers, which are progress enough where they go to a terminal as
  // well, or output of which little may come for long.
  enum class Beside { kAnswers, kOutput };

  // The line says "12 UNITS, 3.4 MB DONE".
  explicit Progress(const char* units = "lines", const char* done = "answered",
                    Beside beside = Beside::kAnswers);
  ~Progress() { Clear(); }

  void Add(std::uint64_t units, std::uint64_t bytes);
  // Before something else is printed: takes the line away, until it is due again.
  void Clear();

 private:
  const char* const unit_;
  const char* const done_;
  const bool shown_;
  bool visible_ = false;
  std::uint64_t count_ = 0;
  std::uint64_t bytes_ = 0;
  std::chrono::steady_clock::time_point next_;
};

}  // namespace structural::cli
