// Tests of the format of log messages, and of the limits for their size and number.
#include <gtest/gtest.h>

#include "cli/shared/logging.h"

namespace structural::cli {
namespace log_test {

using std::chrono::seconds;

constexpr LogBudget::LogSite kHere{"handler.cc", 7}, kThere{"handler.cc", 8};
constexpr LogBudget::Time kNoon{seconds(43'200)};
constexpr auto kRecord = std::size_t{2048};
constexpr auto kAtOnce = static_cast<std::size_t>(LogBudget::kBurstBytes) / kRecord;

TEST(LogMessage, IsOneLine) {
  EXPECT_EQ(R"(CRD "a": b\nI0101 00:00:00.000000 1 x.cc:1] forged\x1b[31m)",
            LogMessage("CRD \"a\": b\nI0101 00:00:00.000000 1 x.cc:1] forged\x1b[31m"));
}

TEST(LogMessage, IsBounded) {
  const std::string message = LogMessage(std::string(6'000'000, '\n'));
  EXPECT_LT(message.size(), 2 * kMaxMessageBytes + 40);
  EXPECT_TRUE(message.ends_with("\\n… (5997952 more bytes)")) << message.substr(4000);
  EXPECT_EQ("a (3 similar messages were dropped)", LogMessage("a", 3));
}

TEST(LogFieldsText, IsTheSameInTextAndJson) {
  const std::vector<controller::LogField> fields = {{"crd", "a.example.com"}, {"generation", 3}};
  EXPECT_EQ(R"( crd="a.example.com" generation=3)", LogFieldsText(fields, LogFormat::kText));
  EXPECT_EQ(R"(,"crd":"a.example.com","generation":3)", LogFieldsText(fields, LogFormat::kJson));
  EXPECT_EQ("", LogFieldsText({}, LogFormat::kJson));
}

TEST(LogFieldsText, ForgesNoFieldAndNoLine) {
  for (const LogFormat format : {LogFormat::kText, LogFormat::kJson}) {
    const std::string text = LogFieldsText({{"crd", "a\" crd=\"b\n\x1b[31m"}}, format);
    EXPECT_NE(std::string::npos, text.find(R"("a\" crd=\"b\\n\\x1b[31m")")) << text;
    EXPECT_LT(LogFieldsText({{"crd", std::string(100'000, 'x')}}, format).size(), 600u);
  }
}

TEST(LogBudget, CountsWhatItLeavesOut) {
  LogBudget budget;
  std::size_t written = 0;
  for (int i = 0; i < 1000; ++i) written += budget.Take(kHere, kRecord, kNoon).has_value() ? 1 : 0;
  EXPECT_EQ(kAtOnce, written);
  EXPECT_EQ(0u, budget.Take(kThere, kRecord, kNoon)) << "each place has its own";
  EXPECT_EQ(1000 - kAtOnce, budget.Take(kHere, kRecord, kNoon + seconds(1)));
  EXPECT_EQ(0u, budget.Take(kHere, kRecord, kNoon + seconds(1)));
}

TEST(LogBudget, GrowsWithTimeUpToTheBurst) {
  LogBudget budget;
  while (budget.Take(kHere, kRecord, kNoon)) {
  }
  const auto in = [&](LogBudget::Time now) {
    std::size_t written = 0;
    while (budget.Take(kHere, kRecord, now)) ++written;
    return written;
  };
  EXPECT_EQ(32u, in(kNoon + seconds(1)));
  EXPECT_EQ(kAtOnce, in(kNoon + seconds(100'000)));
  EXPECT_EQ(0u, in(kNoon)) << "a clock that goes back adds nothing";
}

}  // namespace log_test
}  // namespace structural::cli
