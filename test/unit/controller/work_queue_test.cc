#include "controller/work_queue.h"

#include <functional>
#include <future>
#include <optional>
#include <thread>

#include <gtest/gtest.h>

#include "test/support/fake_clock.h"

namespace structural::controller {
namespace work_queue_test {

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

TEST_F(WorkQueueTest, ReturnsEachNameOnceInOrder) {
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

TEST_F(WorkQueueTest, HonoursRetryAfter) {
  queue.AddRateLimited("a", milliseconds(7000));
  EXPECT_EQ(milliseconds(7000), ElapsedUntilGet("a"));
  queue.Done("a");
  queue.AddRateLimited("a", milliseconds(1));
  EXPECT_EQ(milliseconds(10), ElapsedUntilGet("a"));
}

TEST_F(WorkQueueTest, ReadyNamesPrecedeDelayedOnes) {
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

TEST_F(WorkQueueTest, LowPriorityNamesWaitForAllOthers) {
  queue.Add("a");
  queue.Add("b");
  EXPECT_EQ("a", queue.Get());
  const auto added = clock.Now();
  clock.Advance(milliseconds(3));
  EXPECT_TRUE(queue.HasNormalPriorityNames());
  queue.AddAfterOthers("a");
  queue.Done("a");
  queue.Add("c");
  EXPECT_EQ(3u, queue.depth());
  EXPECT_EQ("b", queue.Get());
  EXPECT_EQ("c", queue.Get());
  EXPECT_FALSE(queue.HasNormalPriorityNames());
  Clock::Monotonic since;
  EXPECT_EQ("a", queue.Get(&since));
  EXPECT_EQ(added, since);
  for (const char* name : {"a", "b", "c"}) queue.Done(name);
  EXPECT_TRUE(queue.IsIdle());
}

TEST_F(WorkQueueTest, AChangedNameHasNormalPriority) {
  queue.Add("a");
  EXPECT_EQ("a", queue.Get());
  queue.Add("a");
  queue.AddAfterOthers("a");
  queue.Done("a");
  EXPECT_TRUE(queue.HasNormalPriorityNames());
  EXPECT_EQ("a", queue.Get());
  queue.Done("a");
  EXPECT_TRUE(queue.IsIdle());
}

TEST_F(WorkQueueTest, LowPriorityNamesAlternateWithOthersInTheEnd) {
  for (const char* name : {"a", "b", "c", "d", "e"}) queue.Add(name);
  for (const char* name : {"a", "b"}) {
    EXPECT_EQ(name, queue.Get());
    queue.AddAfterOthers(name);
    queue.Done(name);
  }
  clock.Advance(WorkQueue::kMaxLowPriorityDelay - milliseconds(1));
  EXPECT_EQ("c", queue.Get());
  clock.Advance(milliseconds(1));
  queue.Add("f");
  for (const char* name : {"a", "d", "b", "e", "f"}) EXPECT_EQ(name, queue.Get());
  for (const char* name : {"a", "b", "c", "d", "e", "f"}) queue.Done(name);
  EXPECT_TRUE(queue.IsIdle());
}

TEST_F(WorkQueueTest, ReturnsNothingAfterShutDown) {
  queue.Add("a");
  queue.ShutDown();
  EXPECT_EQ(std::nullopt, queue.Get());
  queue.Add("b");
  EXPECT_EQ(std::nullopt, queue.Get());
}

// A clock for a test with two workers. Both wait without a deadline when an item is added that is due later. The first
// worker's wait lasts until LetFirstGo() is called. The second worker's wait ignores notifications until HearAgain() is
// called.
class SelectiveClock : public Clock {
 public:
  Monotonic Now() const override { return Monotonic(std::chrono::hours(1)); }
  Wall WallNow() const override { return {}; }
  void WaitUntil(std::condition_variable_any& changed, std::unique_lock<std::mutex>& lock,
                 Monotonic deadline) override {
    if (std::this_thread::get_id() == first_) return WaitToBeLet(lock, deadline);
    Note(second_deadline_, deadline);
    while (true) {
      changed.wait(lock);
      const std::lock_guard own(mutex_);
      ++heard_;
      noted_.notify_all();
      if (!deaf_) return;
    }
  }

  void SetFirst(std::thread::id id) { first_ = id; }
  void LetFirstGo() {
    const std::lock_guard lock(mutex_);
    let_ = true;
    noted_.notify_all();
  }
  void HearAgain() {
    const std::lock_guard lock(mutex_);
    deaf_ = false;
  }
  bool Await(const std::function<bool(const SelectiveClock&)>& state) {
    std::unique_lock lock(mutex_);
    return noted_.wait_for(lock, std::chrono::seconds(20), [&] { return state(*this); });
  }

  // A test may read these members only in the function that it passes to Await.
  std::optional<Monotonic> first_deadline_, second_deadline_;
  int heard_ = 0;  // number of notifications that reached the second worker

 private:
  void Note(std::optional<Monotonic>& deadline, Monotonic value) {
    const std::lock_guard lock(mutex_);
    deadline = value;
    noted_.notify_all();
  }
  void WaitToBeLet(std::unique_lock<std::mutex>& lock, Monotonic deadline) {
    Note(first_deadline_, deadline);
    lock.unlock();
    std::unique_lock own(mutex_);
    noted_.wait(own, [&] { return let_; });
    let_ = false;
    own.unlock();
    lock.lock();
  }

  std::thread::id first_;
  std::mutex mutex_;
  std::condition_variable noted_;
  bool let_ = false;
  bool deaf_ = true;
};

TEST(WorkQueue, EveryWorkerWaitsForTheEarliestTime) {
  SelectiveClock clock;
  WorkQueue queue(clock);
  std::promise<std::string> taken;
  std::promise<void> ready;
  std::jthread first([&] {
    clock.SetFirst(std::this_thread::get_id());
    ready.set_value();
    taken.set_value(*queue.Get());
  });
  ready.get_future().wait();
  std::jthread second([&] { queue.Get(); });
  EXPECT_TRUE(clock.Await([](const SelectiveClock& c) { return c.first_deadline_ && c.second_deadline_; }));
  const auto due = clock.Now() + milliseconds(5);
  queue.AddAt("later", due);
  EXPECT_TRUE(clock.Await([](const SelectiveClock& c) { return c.heard_ == 1; }));
  clock.LetFirstGo();
  EXPECT_TRUE(clock.Await([&](const SelectiveClock& c) { return c.first_deadline_ == due; }));
  queue.Add("now");
  EXPECT_TRUE(clock.Await([](const SelectiveClock& c) { return c.heard_ == 2; }));
  clock.HearAgain();
  clock.LetFirstGo();
  EXPECT_EQ("now", taken.get_future().get()) << "which takes long";
  EXPECT_TRUE(clock.Await([&](const SelectiveClock& c) { return c.second_deadline_ == due; }));
  queue.ShutDown();
}

TEST(WorkQueue, ShutDownWakesWaitingWorkers) {
  WorkQueue queue(Clock::OfMachine());
  std::jthread worker([&] { EXPECT_EQ(std::nullopt, queue.Get()); });
  queue.ShutDown();
}

}  // namespace work_queue_test
}  // namespace structural::controller
