#include "cli/crash.h"

#include <csignal>
#include <cstdlib>

#include <gtest/gtest.h>

namespace structural::cli {
namespace {

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)

int UseUpTheStack(volatile const char* before) {
  volatile char some[4096] = {};
  some[0] = *before;
  if (some[0] == 1) return 0;  // never, but the compiler is not to know
  return UseUpTheStack(some) + some[1];
}

TEST(CrashTest, ABadAddressIsNamed) {
  EXPECT_EXIT(
      {
        ReportCrashes();
        int* const volatile bad = reinterpret_cast<int*>(0x10);
        *bad = 1;
      },
      testing::KilledBySignal(SIGSEGV), "has crashed: SIGSEGV at address 0x10, thread [0-9]+");
}

TEST(CrashTest, AnAbortIsOne) {
  EXPECT_EXIT(
      {
        ReportCrashes();
        std::abort();
      },
      testing::KilledBySignal(SIGABRT), "has crashed: SIGABRT, thread [0-9]+.*\n.*\\(\\+0x");
}

TEST(CrashTest, AStackThatIsUsedUpIsOne) {
  EXPECT_EXIT(
      {
        ReportCrashes();
        std::exit(UseUpTheStack(""));
      },
      testing::KilledBySignal(SIGSEGV), "has crashed: SIGSEGV at address 0x");
}

#endif

}  // namespace
}  // namespace structural::cli
