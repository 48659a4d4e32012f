// A sleep that a stop_token ends.
#pragma once

#include <chrono>
#include <functional>
#include <mutex>
#include <stop_token>

namespace structural::kube {

// True after `duration`, false at once when the token fires.
bool SleepFor(std::chrono::milliseconds duration, std::stop_token stop);

// RateLimiter: how often a client may ask, as a bucket of tokens.
//
// Upstream: util/flowcontrol/throttle.go NewTokenBucketRateLimiter (client-go 0.37).
//
// Thread-safe.
class RateLimiter {
 public:
  using Clock = std::chrono::steady_clock;

  // The bucket is full with `burst` tokens, and gains `qps` a second. Precondition: both are > 0.
  RateLimiter(double qps, int burst, std::function<Clock::time_point()> now = &Clock::now);

  // Takes a token, and returns how long to wait until it is there: 0 when the bucket has one. Who
  // comes later waits longer, so the order of the calls is the order of the requests.
  std::chrono::milliseconds Take();

 private:
  const double qps_;
  const double burst_;
  const std::function<Clock::time_point()> now_;
  std::mutex mutex_;
  double tokens_;  // below 0: taken in advance
  Clock::time_point filled_at_;
};

}  // namespace structural::kube
