#include <gtest/gtest.h>

#include "controller/memory.h"
#include "test/support/fake_clock.h"

namespace structural::controller {
namespace heap_trimmer_test {

TEST(HeapTrimmer, TrimsAtOnceAndThenNotTooOften) {
  test::FakeClock clock;
  HeapTrimmer trimmer(clock);
  EXPECT_TRUE(trimmer.AtRest());
  EXPECT_FALSE(trimmer.AtRest());
  clock.Advance(HeapTrimmer::kEvery);
  EXPECT_TRUE(trimmer.AtRest());
}

}  // namespace heap_trimmer_test
}  // namespace structural::controller
