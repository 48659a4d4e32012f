#include <regex>
#include <string>

#include <gtest/gtest.h>

#include "cli/shared/command.h"

namespace structural::cli {
namespace version_test {

constexpr const char* kNumber = R"(\d+\.\d+\.\d+(-[a-z]+(\.\d+)?)?(\+g[0-9a-f]{7}(\.dirty)?)?)";

TEST(Version, IsASemanticVersion) {
  EXPECT_TRUE(std::regex_match(VersionNumber(), std::regex(kNumber))) << VersionNumber();
  EXPECT_EQ("structural " + VersionNumber() + " (kubernetes 1.37)", Version());
}

// The user agent has the format of client-go: program/version (os/arch) project/commit.
TEST(Version, TheUserAgentNamesProgramAndVersion) {
  const std::regex shape(std::string("structural/") + kNumber +
                         R"( \(linux/[a-z0-9_]+\) structural/([0-9a-f]{7}|unknown))");
  EXPECT_TRUE(std::regex_match(UserAgent(), shape)) << UserAgent();
}

}  // namespace version_test
}  // namespace structural::cli
