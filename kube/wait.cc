#include "kube/wait.h"

#include <algorithm>
#include <cmath>
#include <condition_variable>
#include <utility>

namespace structural::kube {

bool SleepFor(std::chrono::milliseconds duration, std::stop_token stop) {
  std::mutex mutex;
  std::condition_variable_any never;
  std::unique_lock lock(mutex);
  never.wait_for(lock, stop, duration, [] { return false; });
  return !stop.stop_requested();
}

RateLimiter::RateLimiter(double qps, int burst, std::function<Clock::time_point()> now)
    : qps_(qps), burst_(burst), now_(std::move(now)), tokens_(burst), filled_at_(now_()) {}

std::chrono::milliseconds RateLimiter::ReserveToken() {
  const std::lock_guard lock(mutex_);
  const Clock::time_point now = now_();
  const std::chrono::duration<double> passed = now - filled_at_;
  tokens_ = std::min(burst_, tokens_ + passed.count() * qps_) - 1;
  filled_at_ = now;
  if (tokens_ >= 0) return std::chrono::milliseconds(0);
  return std::chrono::milliseconds(static_cast<std::int64_t>(std::ceil(-tokens_ / qps_ * 1000)));
}

}  // namespace structural::kube
