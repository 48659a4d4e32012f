#include "schema/go/duration.h"

#include <cstdint>
#include <optional>
#include <string>

#include <gtest/gtest.h>

namespace structural::go {
namespace duration_test {

// The cases are those of Go's own tables of durations and errors (time_test.go parseDurationTests).
TEST(Duration, AsGoReadsIt) {
  constexpr std::int64_t kSecond = 1'000'000'000;
  EXPECT_EQ(0, ParseDuration("0"));
  EXPECT_EQ(0, ParseDuration("-0"));
  EXPECT_EQ(5 * kSecond, ParseDuration("+5s"));
  EXPECT_EQ(-30 * kSecond, ParseDuration("-30s"));
  EXPECT_EQ(5'600'000'000, ParseDuration("5.6s"));
  EXPECT_EQ(500'000'000, ParseDuration(".5s"));
  EXPECT_EQ(5 * kSecond, ParseDuration("5.s"));
  EXPECT_EQ(12'000, ParseDuration("12\u00b5s"));
  EXPECT_EQ(12'000, ParseDuration("12\u03bcs"));
  EXPECT_EQ(5430 * kSecond, ParseDuration("1h30m30s"));
  EXPECT_EQ(1200 * kSecond, ParseDuration("0.33333333333333333333h"));
  for (const char* text : {"", "3", "-", "s", ".", "-.", ".s", "+.s", "1d", "1 s", "--1s", "1e3s"}) {
    EXPECT_EQ(std::nullopt, ParseDuration(text)) << text;
  }
}

TEST(Duration, UpToSixtyFourBits) {
  EXPECT_EQ(INT64_MAX, ParseDuration("9223372036854775807ns"));
  EXPECT_EQ(INT64_MAX, ParseDuration("9223372036854775.807us"));
  EXPECT_EQ(INT64_MIN, ParseDuration("-9223372036854775808ns"));
  for (const char* text : {"9223372036854775808ns", "9223372036854775.808us", "-9223372036854775809ns", "3000000h",
                           "99999999999999999999s"}) {
    EXPECT_EQ(std::nullopt, ParseDuration(text)) << text;
  }
  EXPECT_EQ(std::nullopt, ParseDuration(std::string(1 << 20, '9') + "s"));
}

}  // namespace duration_test
}  // namespace structural::go
