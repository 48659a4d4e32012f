// RetryDelay: how long to wait after a failure.
//
// Upstream: util/wait/backoff.go exponentialBackoffManagerImpl, as the reflector sets it up
// (800 ms, factor 2, at most 30 s, jitter 1, reset after 2 min; client-go 0.37).
#pragma once

#include <chrono>

#include "controller/clock.h"

namespace structural::controller {

// Not thread-safe.
class RetryDelay {
 public:
  explicit RetryDelay(Clock& clock) : clock_(clock) {}

  // The next wait: doubles from call to call, starts anew after two minutes without one, and is
  // stretched by up to its own length. `random` is in [0, 1).
  std::chrono::milliseconds Next(double random);

 private:
  Clock& clock_;
  std::chrono::milliseconds base_{0};
  Clock::Monotonic last_{};
};

}  // namespace structural::controller
