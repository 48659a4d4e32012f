// SleepFor: a sleep that ends early if a stop is requested. RateLimiter: a limit of requests per second.
#pragma once

#include <chrono>
#include <functional>
#include <mutex>
#include <stop_token>

namespace structural::kube {

// Returns true after `duration`, or false as soon as a stop is requested.
bool SleepFor(std::chrono::milliseconds duration, std::stop_token stop);

// RateLimiter: limits a client's requests per second with a token bucket.
//
// Upstream: util/flowcontrol/throttle.go NewTokenBucketRateLimiter (client-go 0.37).
//
// Thread-safe.
class RateLimiter {
 public:
  using Clock = std::chrono::steady_clock;

  // The bucket has `burst` tokens at the start and at most, and gains `qps` tokens per second. Precondition: both are >
  // 0.
  RateLimiter(double qps, int burst, std::function<Clock::time_point()> now = &Clock::now);

  // Takes a token, and returns the time after which the caller can send its request: 0 if the bucket has a token. Later
  // calls return later times, so requests are sent in the order of the calls.
  std::chrono::milliseconds ReserveToken();

 private:
  const double qps_;
  const double burst_;
  const std::function<Clock::time_point()> now_;
  std::mutex mutex_;
  double tokens_;                // number of tokens in the bucket; negative if tokens were taken in advance
  Clock::time_point filled_at_;  // time at which tokens_ was computed
};

}  // namespace structural::kube
