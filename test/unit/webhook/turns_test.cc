// Tests that large reviews are checked one after another.
#include <atomic>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "webhook/resource_limit.h"

namespace structural::webhook {
namespace turns_test {

using std::chrono::milliseconds;

constexpr auto kLong = std::chrono::duration_cast<milliseconds>(std::chrono::hours(1));

TEST(LargeReviewQueue, OneAtATime) {
  LargeReviewQueue turns(0, kLong);
  {
    const auto turn = turns.Take(100);
    EXPECT_TRUE(turn);
    EXPECT_FALSE(turns.Take(1)) << "there is no place to wait";
  }
  EXPECT_TRUE(turns.Take(1));
}

TEST(LargeReviewQueue, AWaitEnds) {
  LargeReviewQueue turns(1, milliseconds(0));
  const auto turn = turns.Take(100);
  EXPECT_FALSE(turns.Take(1));
  EXPECT_FALSE(turns.Take(1)) << "its place is free again";
}

// A thread that waits for its turn, and whether it got the turn.
class Waiting {
 public:
  Waiting(LargeReviewQueue& turns, std::size_t bytes, std::vector<std::size_t>& order)
      : thread_([this, &turns, bytes, &order] {
          const auto turn = turns.Take(bytes);
          if (turn) order.push_back(bytes);  // one at a time
          ended_ = true;
        }) {}
  void Join() { thread_.join(); }
  bool ended() const { return ended_; }

 private:
  std::atomic<bool> ended_ = false;
  std::thread thread_;
};

// Waits until `count` threads wait for their turn.
void AwaitWaiting(const LargeReviewQueue& turns, std::size_t count) {
  while (turns.waiting() != count) std::this_thread::yield();
}

TEST(LargeReviewQueue, TheSmallestIsNext) {
  LargeReviewQueue turns(3, kLong);
  std::vector<std::size_t> order;
  auto turn = std::make_unique<LargeReviewQueue::Slot>(*turns.Take(100));
  Waiting large(turns, 300, order);
  AwaitWaiting(turns, 1);
  Waiting small(turns, 10, order);
  AwaitWaiting(turns, 2);
  Waiting middle(turns, 200, order);
  AwaitWaiting(turns, 3);
  turn.reset();
  for (Waiting* each : {&large, &small, &middle}) each->Join();
  EXPECT_EQ((std::vector<std::size_t>{10, 200, 300}), order);
}

TEST(LargeReviewQueue, ASmallerOneTakesTheLargestOnesPlace) {
  LargeReviewQueue turns(1, kLong);
  std::vector<std::size_t> order;
  auto turn = std::make_unique<LargeReviewQueue::Slot>(*turns.Take(100));
  Waiting large(turns, 300, order);
  AwaitWaiting(turns, 1);
  Waiting small(turns, 10, order);
  large.Join();
  EXPECT_TRUE(order.empty()) << "it was sent away";
  EXPECT_FALSE(turns.Take(300)) << "and comes too early";
  EXPECT_FALSE(small.ended());
  turn.reset();
  small.Join();
  EXPECT_EQ((std::vector<std::size_t>{10}), order);
}

}  // namespace turns_test
}  // namespace structural::webhook
