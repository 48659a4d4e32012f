// ManualClock: a clock that only a test advances. A wait ignores its deadline, and ends when it is notified.
#pragma once

#include <atomic>

#include "controller/clock.h"

namespace structural::test {

// Thread-safe. The clock starts at an arbitrary time.
class ManualClock : public controller::Clock {
 public:
  Monotonic Now() const override { return Monotonic(elapsed_.load()); }
  Wall WallNow() const override { return Wall(std::chrono::seconds(1'700'000'000) + elapsed_.load()); }
  void WaitUntil(std::condition_variable_any& changed, std::unique_lock<std::mutex>& lock, Monotonic) override {
    changed.wait(lock);
  }
  void Advance(std::chrono::nanoseconds by) { elapsed_ = elapsed_.load() + by; }

 private:
  std::atomic<std::chrono::nanoseconds> elapsed_{std::chrono::hours(1)};
};

}  // namespace structural::test
