#include <gtest/gtest.h>

#include "controller/clock.h"
#include "test/support/fake_clock.h"

namespace structural::controller {
namespace time_test {

using std::chrono::milliseconds;

TEST(Rfc3339, IsTheFormOfMetav1Time) {
  EXPECT_EQ("1970-01-01T00:00:00Z", Rfc3339(Clock::Wall{}));
  EXPECT_EQ("2026-11-21T04:08:43Z", Rfc3339(Clock::Wall(std::chrono::seconds(1795234123))));
}

TEST(RetryDelay, DoublesUpToHalfAMinute) {
  test::FakeClock clock;
  RetryDelay delay(clock);
  for (const int expected : {800, 1600, 3200, 6400, 12800, 25600, 30000, 30000}) {
    EXPECT_EQ(milliseconds(expected), delay.Next(0));
  }
}

TEST(RetryDelay, StartsAgainAfterTwoQuietMinutes) {
  test::FakeClock clock;
  RetryDelay delay(clock);
  delay.Next(0);
  clock.Advance(std::chrono::minutes(2));
  EXPECT_EQ(milliseconds(1600), delay.Next(0));
  clock.Advance(std::chrono::minutes(2) + milliseconds(1));
  EXPECT_EQ(milliseconds(800), delay.Next(0));
}

TEST(RetryDelay, JitterStretchesByUpToItsLength) {
  test::FakeClock clock;
  EXPECT_EQ(milliseconds(1200), RetryDelay(clock).Next(0.5));
}

}  // namespace time_test
}  // namespace structural::controller
