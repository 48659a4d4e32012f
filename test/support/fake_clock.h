// FakeClock: a clock whose time passes only in waits. A wait returns at once, and the time is then the deadline of the
// wait.
#pragma once

#include "controller/clock.h"

namespace structural::test {

// For tests with one thread. The clock starts at an arbitrary time.
class FakeClock : public controller::Clock {
 public:
  Monotonic Now() const override { return Monotonic(elapsed_); }
  Wall WallNow() const override { return Wall(std::chrono::seconds(1'700'000'000) + elapsed_); }
  void WaitUntil(std::condition_variable_any&, std::unique_lock<std::mutex>&, Monotonic deadline) override {
    elapsed_ = deadline.time_since_epoch();
  }
  void Advance(std::chrono::milliseconds by) { elapsed_ += by; }

 private:
  std::chrono::nanoseconds elapsed_{std::chrono::hours(1)};
};

}  // namespace structural::test
