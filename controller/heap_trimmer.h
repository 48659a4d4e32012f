// HeapTrimmer: gives memory that is free back to the system when there is nothing to do.
//
// A burst, as the first list is, leaves a heap of which little is in use; the allocator keeps what
// is free below what is not.
#pragma once

#include <chrono>
#include <mutex>

#include "controller/clock.h"

namespace structural::controller {

// Thread-safe.
class HeapTrimmer {
 public:
  static constexpr std::chrono::seconds kEvery{2};

  // Must outlive it.
  explicit HeapTrimmer(Clock& clock) : clock_(clock) {}

  // To be called when nothing is left to do. Takes about a millisecond for 10 MB; does nothing
  // within kEvery of the last time. Whether it trimmed.
  bool AtRest();

 private:
  Clock& clock_;
  std::mutex mutex_;
  Clock::Monotonic next_{};
};

}  // namespace structural::controller
