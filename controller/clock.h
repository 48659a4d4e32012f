// Clock: the controller's only source of time, and its only way to wait.
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <string>

namespace structural::controller {

// A clock that tests can replace. Thread-safe.
class Clock {
 public:
  using Monotonic = std::chrono::steady_clock::time_point;
  using Wall = std::chrono::system_clock::time_point;

  virtual ~Clock() = default;

  virtual Monotonic Now() const = 0;
  virtual Wall WallNow() const = 0;
  // Waits until `changed` is notified, or until the deadline. Can return earlier, so callers must check their
  // condition.
  virtual void WaitUntil(std::condition_variable_any& changed, std::unique_lock<std::mutex>& lock,
                         Monotonic deadline) = 0;

  // Returns the machine's clock, which exists as long as the process.
  static Clock& OfMachine();
};

// Returns the time in the format of metav1.Time: "2026-11-21T04:08:43Z".
std::string Rfc3339(Clock::Wall time);

// RetryDelay: computes the waits between attempts after failures.
//
// Upstream: util/wait/backoff.go exponentialBackoffManagerImpl (client-go 0.37), with the parameters of the reflector:
// 800 ms, factor 2, at most 30 s, jitter 1, reset after 2 min.
//
// Not thread-safe.
class RetryDelay {
 public:
  explicit RetryDelay(Clock& clock) : clock_(clock) {}

  // Returns the next wait, which is twice as long as the previous one. If Next was not called for two minutes, the
  // waits begin at 800 ms again. For jitter, the wait is extended by `random` times its length; `random` is in [0, 1).
  std::chrono::milliseconds Next(double random);

 private:
  Clock& clock_;
  std::chrono::milliseconds base_{0};
  Clock::Monotonic last_{};
};

// Returns a number in [0, 1), for jitter. Thread-safe. Not for secrets.
double Random();

}  // namespace structural::controller
