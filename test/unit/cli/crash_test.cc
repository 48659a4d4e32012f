#include "cli/crash.h"

#include <csignal>
#include <cstdlib>
#include <thread>

#include <gtest/gtest.h>
#include <pthread.h>

namespace structural::cli {
namespace crash_test {

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)

int UseUpTheStack(volatile const char* before) {
  volatile char some[4096] = {};
  some[0] = *before;
  if (some[0] == 1) return 0;  // the condition is never true; it prevents the compiler from removing the recursion
  return UseUpTheStack(some) + some[1];
}

TEST(CrashTest, ReportsAnInvalidAddress) {
  EXPECT_EXIT(
      {
        ReportCrashes();
        int* const volatile bad = reinterpret_cast<int*>(0x10);
        *bad = 1;
      },
      testing::KilledBySignal(SIGSEGV), "has crashed: SIGSEGV at address 0x10, thread [0-9]+");
}

TEST(CrashTest, ReportsAnAbort) {
  EXPECT_EXIT(
      {
        ReportCrashes();
        std::abort();
      },
      testing::KilledBySignal(SIGABRT), "has crashed: SIGABRT, thread [0-9]+.*\n.*\\(\\+0x");
}

TEST(CrashTest, ReportsAStackOverflowOfAnotherThread) {
  EXPECT_EXIT(
      {
        ReportCrashes();
        std::thread([] { std::exit(UseUpTheStack("")); }).join();
      },
      testing::KilledBySignal(SIGSEGV), "has crashed: SIGSEGV at address 0x.*\n.*\\(\\+0x");
}

// The thread has a stack size that this program has not chosen, as a thread that a library starts.
TEST(CrashTest, ReportsAStackOverflowInAThreadOfALibrary) {
  EXPECT_EXIT(
      {
        ReportCrashes();
        pthread_attr_t attributes;
        pthread_attr_init(&attributes);
        pthread_attr_setstacksize(&attributes, 1 << 20);
        pthread_t thread;
        pthread_create(
            &thread, &attributes, [](void*) -> void* { std::exit(UseUpTheStack("")); }, nullptr);
        pthread_join(thread, nullptr);
      },
      testing::KilledBySignal(SIGSEGV), "has crashed: SIGSEGV at address 0x");
}

TEST(CrashTest, AThreadReturnsItsResult) {
  ReportCrashes();
  pthread_t thread;
  int argument = 0;
  ASSERT_EQ(0, pthread_create(
                   &thread, nullptr, [](void* given) { return given; }, &argument));
  void* returned = nullptr;
  ASSERT_EQ(0, pthread_join(thread, &returned));
  EXPECT_EQ(&argument, returned);
}

TEST(CrashTest, ReportsAStackOverflow) {
  EXPECT_EXIT(
      {
        ReportCrashes();
        std::exit(UseUpTheStack(""));
      },
      testing::KilledBySignal(SIGSEGV), "has crashed: SIGSEGV at address 0x");
}

#endif

}  // namespace crash_test
}  // namespace structural::cli
