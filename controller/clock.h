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

}  // namespace structural::controller
