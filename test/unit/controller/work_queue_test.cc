#include "controller/work_queue.h"

#include <thread>

#include <gtest/gtest.h>

#include "test/support/fake_clock.h"

namespace structural::controller {
namespace {

using std::chrono::milliseconds;

class WorkQueueTest : public testing::Test {
 protected:
  milliseconds ElapsedUntilGet(const std::string& name) {
    const auto before = clock.Now();
    EXPECT_EQ(name, queue.Get());
    return std::chrono::duration_cast<milliseconds>(clock.Now() - before);
  }

  test::FakeClock clock;
  WorkQueue queue{clock, {milliseconds(5), milliseconds(1000)}};
};

TEST_F(WorkQueueTest, HandsOutInOrderAndEachNameOnce) {
  queue.Add("a");
  queue.Add("b");
  queue.Add("a");
  EXPECT_EQ(2u, queue.depth());
  EXPECT_EQ("a", queue.Get());
  EXPECT_EQ("b", queue.Get());
  EXPECT_EQ(0u, queue.depth());
}

TEST_F(WorkQueueTest, ANameInProcessingComesAgainAfterDone) {
  queue.Add("a");
  EXPECT_EQ("a", queue.Get());
  queue.Add("a");
  queue.Add("a");
  EXPECT_EQ(0u, queue.depth()) << "two workers must not have the same name";
  queue.Done("a");
  EXPECT_EQ("a", queue.Get());
  queue.Done("a");
  EXPECT_EQ(0u, queue.depth());
}

TEST_F(WorkQueueTest, WaitsTwiceAsLongAfterEachFailure) {
  for (const int expected : {5, 10, 20, 40, 80, 160, 320, 640, 1000, 1000}) {
    queue.AddRateLimited("a");
    EXPECT_EQ(milliseconds(expected), ElapsedUntilGet("a"));
    queue.Done("a");
  }
  queue.Forget("a");
  queue.AddRateLimited("a");
  EXPECT_EQ(milliseconds(5), ElapsedUntilGet("a"));
}

TEST_F(WorkQueueTest, FailuresAreCountedByName) {
  queue.AddRateLimited("a");
  EXPECT_EQ(milliseconds(5), ElapsedUntilGet("a"));
  queue.AddRateLimited("b");
  EXPECT_EQ(milliseconds(5), ElapsedUntilGet("b"));
}

TEST_F(WorkQueueTest, WaitsAtLeastAsLongAsTheServerWants) {
  queue.AddRateLimited("a", milliseconds(7000));
  EXPECT_EQ(milliseconds(7000), ElapsedUntilGet("a"));
  queue.Done("a");
  queue.AddRateLimited("a", milliseconds(1));
  EXPECT_EQ(milliseconds(10), ElapsedUntilGet("a"));
}

TEST_F(WorkQueueTest, WhatIsReadyGoesBeforeWhatWaits) {
  queue.AddRateLimited("later");
  queue.Add("now");
  EXPECT_EQ(milliseconds(0), ElapsedUntilGet("now"));
  EXPECT_EQ(milliseconds(5), ElapsedUntilGet("later"));
}

TEST_F(WorkQueueTest, AnAddDuringAWaitIsOneWithIt) {
  queue.AddRateLimited("a");
  queue.Add("a");
  EXPECT_EQ(milliseconds(0), ElapsedUntilGet("a"));
  queue.Done("a");
  EXPECT_EQ(milliseconds(5), ElapsedUntilGet("a"));
}

TEST_F(WorkQueueTest, WaitsForATimeThatIsGiven) {
  queue.AddAt("a", clock.Now() + milliseconds(700));
  EXPECT_EQ(milliseconds(700), ElapsedUntilGet("a"));
}

TEST_F(WorkQueueTest, ANameWaitsForTheEarliestOfItsTimesOnly) {
  queue.AddAt("a", clock.Now() + milliseconds(700));
  queue.AddAt("a", clock.Now() + milliseconds(300));
  queue.AddAt("a", clock.Now() + milliseconds(500));
  queue.AddAt("b", clock.Now() + milliseconds(900));
  EXPECT_EQ(milliseconds(300), ElapsedUntilGet("a"));
  queue.Done("a");
  EXPECT_EQ(milliseconds(600), ElapsedUntilGet("b")) << "and not a, at 500 and 700";
}

TEST_F(WorkQueueTest, WhatComesAfterOthersWaitsForThemAndForThoseThatCome) {
  queue.Add("a");
  queue.Add("b");
  EXPECT_EQ("a", queue.Get());
  const auto added = clock.Now();
  clock.Advance(milliseconds(3));
  EXPECT_TRUE(queue.OthersWait());
  queue.AddAfterOthers("a");
  queue.Done("a");
  queue.Add("c");
  EXPECT_EQ(3u, queue.depth());
  EXPECT_EQ("b", queue.Get());
  EXPECT_EQ("c", queue.Get());
  EXPECT_FALSE(queue.OthersWait());
  Clock::Monotonic since;
  EXPECT_EQ("a", queue.Get(&since));
  EXPECT_EQ(added, since);
  for (const char* name : {"a", "b", "c"}) queue.Done(name);
  EXPECT_TRUE(queue.Idle());
}

TEST_F(WorkQueueTest, WhatChangedMeanwhileDoesNotComeAfterOthers) {
  queue.Add("a");
  EXPECT_EQ("a", queue.Get());
  queue.Add("a");
  queue.AddAfterOthers("a");
  queue.Done("a");
  EXPECT_TRUE(queue.OthersWait());
  EXPECT_EQ("a", queue.Get());
  queue.Done("a");
  EXPECT_TRUE(queue.Idle());
}

TEST_F(WorkQueueTest, NothingIsHandedOutAfterShutDown) {
  queue.Add("a");
  queue.ShutDown();
  EXPECT_EQ(std::nullopt, queue.Get());
  queue.Add("b");
  EXPECT_EQ(std::nullopt, queue.Get());
}

TEST(WorkQueue, ShutDownWakesWaitingWorkers) {
  WorkQueue queue(Clock::OfMachine());
  std::jthread worker([&] { EXPECT_EQ(std::nullopt, queue.Get()); });
  queue.ShutDown();
}

}  // namespace
}  // namespace structural::controller
