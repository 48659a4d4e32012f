#include "controller/clock.h"

#include <algorithm>
#include <ctime>
#include <random>

namespace structural::controller {
namespace {

using std::chrono::milliseconds;

class MachineClock : public Clock {
 public:
  Monotonic Now() const override { return std::chrono::steady_clock::now(); }
  Wall WallNow() const override { return std::chrono::system_clock::now(); }
  void WaitUntil(std::condition_variable_any& changed, std::unique_lock<std::mutex>& lock,
                 Monotonic deadline) override {
    if (deadline == Monotonic::max()) {
      changed.wait(lock);
    } else {
      changed.wait_until(lock, deadline);
    }
  }
};

constexpr milliseconds kFirst{800};
constexpr milliseconds kLongest{30'000};
constexpr std::chrono::minutes kReset{2};

}  // namespace

Clock& Clock::OfMachine() {
  static MachineClock clock;
  return clock;
}

std::string Rfc3339(Clock::Wall time) {
  const std::time_t seconds = std::chrono::system_clock::to_time_t(time);
  std::tm utc{};
  gmtime_r(&seconds, &utc);
  char text[sizeof "2026-11-21T04:08:43Z"];
  std::strftime(text, sizeof text, "%FT%TZ", &utc);
  return text;
}

milliseconds RetryDelay::Next(double random) {
  const auto now = clock_.Now();
  const bool fresh = base_.count() == 0 || now - last_ > kReset;
  base_ = fresh ? kFirst : std::min(base_ * 2, kLongest);
  last_ = now;
  return base_ + milliseconds(static_cast<std::int64_t>(base_.count() * random));
}

double Random() {
  thread_local std::minstd_rand engine(std::random_device{}());
  return std::uniform_real_distribution<>(0, 1)(engine);
}

}  // namespace structural::controller
