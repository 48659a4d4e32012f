// Tests that the output contains no secrets.
#include "cli/shared/output.h"

#include <iostream>

#include <gtest/gtest.h>

#include "kube/config/secrets.h"

namespace structural::cli {
namespace output_test {

constexpr const char* kText = "a tok3n-of-this-process\n";
constexpr const char* kShown = "a [hidden]\n";

class Output : public testing::Test {
 protected:
  Output() { kube::Secrets::OfProcess().Add("tok3n-of-this-process"); }
};

TEST_F(Output, HidesSecrets) {
  testing::internal::CaptureStdout();
  EXPECT_TRUE(Print(kText));
  std::fflush(stdout);
  EXPECT_EQ(kShown, testing::internal::GetCapturedStdout());
}

TEST_F(Output, HidesSecretsInStreamsAndEscapesErrors) {
  std::streambuf* const out = std::cout.rdbuf();
  std::streambuf* const error = std::cerr.rdbuf();
  GuardStreams();
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  std::cout << kText << std::flush << 'x' << "\033" << std::endl;
  std::cerr << std::string(kText) << 5 << "\033[31m\t";
  EXPECT_EQ(std::string(kShown) + "x\033\n", testing::internal::GetCapturedStdout());
  EXPECT_EQ(std::string(kShown) + "5\\x1b[31m\t", testing::internal::GetCapturedStderr());
  delete std::cout.rdbuf(out);
  delete std::cerr.rdbuf(error);
}

TEST_F(Output, ReportsAFailedWrite) {
  std::FILE* const full = std::fopen("/dev/full", "w");
  ASSERT_NE(nullptr, full);
  std::setvbuf(full, nullptr, _IONBF, 0);
  EXPECT_FALSE(Print(kText, full));
  EXPECT_EQ(ENOSPC, errno);
  std::fclose(full);
}

}  // namespace output_test
}  // namespace structural::cli
