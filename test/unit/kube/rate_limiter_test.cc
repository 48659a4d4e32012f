#include <gtest/gtest.h>

#include "kube/wait.h"

namespace structural::kube {
namespace rate_limiter_test {

using std::chrono::milliseconds;

TEST(RateLimiter, AllowsABurstAndThenOneByOne) {
  RateLimiter::Clock::time_point now{};
  RateLimiter limiter(10, 3, [&] { return now; });
  for (const int wait : {0, 0, 0, 100, 200}) EXPECT_EQ(milliseconds(wait), limiter.ReserveToken());
  now += milliseconds(200);
  EXPECT_EQ(milliseconds(100), limiter.ReserveToken());
}

TEST(RateLimiter, FillsUpToTheBurstAndNoFurther) {
  RateLimiter::Clock::time_point now{};
  RateLimiter limiter(10, 2, [&] { return now; });
  now += std::chrono::hours(24 * 365);
  for (const int wait : {0, 0, 100}) EXPECT_EQ(milliseconds(wait), limiter.ReserveToken());
}

}  // namespace rate_limiter_test
}  // namespace structural::kube
