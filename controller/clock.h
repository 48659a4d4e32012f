// Clock: the only place where the controller learns what time it is and waits for it to pass.
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <string>

namespace structural::controller {

// Thread-safe.
class Clock {
 public:
  using Monotonic = std::chrono::steady_clock::time_point;
  using Wall = std::chrono::system_clock::time_point;

  virtual ~Clock() = default;

  virtual Monotonic Now() const = 0;
  virtual Wall WallNow() const = 0;
  // Waits until notified, or until the deadline. May return early: callers check what they wait
  // for.
  virtual void WaitUntil(std::condition_variable_any& changed, std::unique_lock<std::mutex>& lock,
                         Monotonic deadline) = 0;

  // The machine's clock. Lives as long as the process.
  static Clock& OfMachine();
};

// "2026-11-21T04:08:43Z": the form of metav1.Time.
std::string Rfc3339(Clock::Wall time);

// RetryDelay: how long to wait after a failure.
//
// Upstream: util/wait/backoff.go exponentialBackoffManagerImpl, as the reflector sets it up
// (800 ms, factor 2, at most 30 s, jitter 1, reset after 2 min; client-go 0.37).
//
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

// A number in [0, 1), for jitter. Thread-safe. Not for secrets.
double Random();

}  // namespace structural::controller
