#include "cli/version.h"

#include <regex>

#include <gtest/gtest.h>

namespace structural::cli {
namespace {

// As client-go shapes it: program/version (os/arch) project/commit.
TEST(Version, TheUserAgentTellsWhatIsRunning) {
  const std::regex shape(
      R"(structural/\d+\.\d+\.\d+ \(linux/[a-z0-9_]+\) structural/([0-9a-f]{7}|unknown))");
  EXPECT_TRUE(std::regex_match(UserAgent(), shape)) << UserAgent();
}

}  // namespace
}  // namespace structural::cli
