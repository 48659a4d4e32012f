// Tests that large reviews are checked one after another.
#include <atomic>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "webhook/resource_limit.h"

namespace structural::webhook {
namespace large_review_queue_test {

using std::chrono::milliseconds;

constexpr auto kLong = std::chrono::duration_cast<milliseconds>(std::chrono::hours(1));

TEST(LargeReviewQueue, OneAtATime) {
  LargeReviewQueue queue(0, kLong);
  {
    const auto slot = queue.TakeSlot(100);
    EXPECT_TRUE(slot);
    EXPECT_FALSE(queue.TakeSlot(1)) << "there is no place to wait";
  }
  EXPECT_TRUE(queue.TakeSlot(1));
}

TEST(LargeReviewQueue, AWaitEnds) {
  LargeReviewQueue queue(1, milliseconds(0));
  const auto slot = queue.TakeSlot(100);
  EXPECT_FALSE(queue.TakeSlot(1));
  EXPECT_FALSE(queue.TakeSlot(1)) << "its place is free again";
}

// A thread that waits for a slot in the queue. If it gets the slot, it appends `bytes` to `order`. Otherwise it only
// ends.
class Waiting {
 public:
  Waiting(LargeReviewQueue& queue, std::size_t bytes, std::vector<std::size_t>& order)
      : thread_([this, &queue, bytes, &order] {
          const auto slot = queue.TakeSlot(bytes);
          if (slot) order.push_back(bytes);  // needs no mutex, since only one thread can have a slot
          ended_ = true;
        }) {}
  void Join() { thread_.join(); }
  bool ended() const { return ended_; }

 private:
  std::atomic<bool> ended_ = false;
  std::thread thread_;
};

// Waits until `count` threads wait for their slots.
void AwaitWaiting(const LargeReviewQueue& queue, std::size_t count) {
  while (queue.waiting() != count) std::this_thread::yield();
}

TEST(LargeReviewQueue, TheSmallestIsNext) {
  LargeReviewQueue queue(3, kLong);
  std::vector<std::size_t> order;
  auto slot = std::make_unique<LargeReviewQueue::Slot>(*queue.TakeSlot(100));
  Waiting large(queue, 300, order);
  AwaitWaiting(queue, 1);
  Waiting small(queue, 10, order);
  AwaitWaiting(queue, 2);
  Waiting middle(queue, 200, order);
  AwaitWaiting(queue, 3);
  slot.reset();
  for (Waiting* each : {&large, &small, &middle}) each->Join();
  EXPECT_EQ((std::vector<std::size_t>{10, 200, 300}), order);
}

TEST(LargeReviewQueue, ASmallerOneTakesTheLargestOnesPlace) {
  LargeReviewQueue queue(1, kLong);
  std::vector<std::size_t> order;
  auto slot = std::make_unique<LargeReviewQueue::Slot>(*queue.TakeSlot(100));
  Waiting large(queue, 300, order);
  AwaitWaiting(queue, 1);
  Waiting small(queue, 10, order);
  large.Join();
  EXPECT_TRUE(order.empty()) << "it was sent away";
  EXPECT_FALSE(queue.TakeSlot(300)) << "and comes too early";
  EXPECT_FALSE(small.ended());
  slot.reset();
  small.Join();
  EXPECT_EQ((std::vector<std::size_t>{10}), order);
}

}  // namespace large_review_queue_test
}  // namespace structural::webhook
