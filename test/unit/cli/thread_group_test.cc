#include "cli/shared/thread_group.h"

#include <atomic>
#include <stdexcept>
#include <stop_token>

#include <gtest/gtest.h>

namespace structural::cli {
namespace thread_group_test {

TEST(ThreadGroupTest, WaitsForAll) {
  std::atomic<int> done = 0;
  ThreadGroup threads([] {});
  for (int i = 0; i < 4; ++i) threads.Start([&] { ++done; });
  threads.Wait();
  EXPECT_EQ(4, done);
}

TEST(ThreadGroupTest, AnExceptionEndsAllThreadsAndIsThrownOnce) {
  std::stop_source stop;
  std::atomic<bool> stopped = false;
  ThreadGroup threads([&] { stop.request_stop(); });
  threads.Start([&] {
    const std::stop_callback callback(stop.get_token(), [&] {
      stopped = true;
      stopped.notify_all();
    });
    stopped.wait(false);
  });
  threads.Start([] { throw std::runtime_error("mine"); });
  EXPECT_THROW(threads.Wait(), std::runtime_error);
  EXPECT_TRUE(stopped);
  EXPECT_NO_THROW(threads.Wait());
}

TEST(ThreadGroupTest, ItsEndThrowsNothing) {
  ThreadGroup threads([] {});
  threads.Start([] { throw std::runtime_error("mine"); });
}

}  // namespace thread_group_test
}  // namespace structural::cli
