#include "controller/clock.h"

#include <ctime>

namespace structural::controller {
namespace {

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

}  // namespace structural::controller
