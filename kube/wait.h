// SleepFor: a sleep that a stop_token can end.
#pragma once

#include <chrono>
#include <functional>
#include <mutex>
#include <stop_token>

namespace structural::kube {

// Returns true after `duration`, or false as soon as a stop is requested.
bool SleepFor(std::chrono::milliseconds duration, std::stop_token stop);

// RateLimiter: limits a client's requests per second by a token bucket.
//
// Upstream: util/flowcontrol/throttle.go NewTokenBucketRateLimiter (client-go 0.37).
//
// Thread-safe.
class RateLimiter {
 public:
  using Clock = std::chrono::steady_clock;

  // The bucket begins with `burst` tokens, and gains `qps` per second. Precondition: both are > 0.
  RateLimiter(double qps, int burst, std::function<Clock::time_point()> now = &Clock::now);

  // Takes a token, and returns the wait until it is available: 0 if the bucket has one. Later calls
  // get longer waits, so the order of calls is the order of requests.
  std::chrono::milliseconds Take();

 private:
  const double qps_;
  const double burst_;
  const std::function<Clock::time_point()> now_;
  std::mutex mutex_;
  double tokens_;  // tokens in the bucket; negative: tokens taken in advance
  Clock::time_point filled_at_;
};

}  // namespace structural::kube
