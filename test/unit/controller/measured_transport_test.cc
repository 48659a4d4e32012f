// Tests of the log of MeasuredTransport. metrics_test.cc tests its counters.
#include "controller/measured_transport.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "controller/log_fields.h"
#include "test/support/fake_transport.h"
#include "test/support/log.h"

namespace structural::controller {
namespace measured_transport_test {

// Collects the log messages, each followed by the keys and texts of its fields.
class LogWithFields : public test::Log {
 public:
  void send(google::LogSeverity severity, const char* whole, const char* file, int line,
            const google::LogMessageTime& time, const char* message, std::size_t size) override {
    test::Log::send(severity, whole, file, line, time, message, size);
    text.pop_back();
    for (const auto& [key, value] : LogFields::OfThread()) {
      const auto* words = std::get_if<std::string>(&value);
      text += " " + std::string(key) + (words != nullptr ? "=" + *words : "");
    }
    text += "\n";
  }
};

class MeasuredTransportTest : public testing::Test {
 protected:
  ~MeasuredTransportTest() override { FLAGS_v = 0; }

  void Ask() {
    below_.AnswerNext("GET", base::Error(base::ErrorCode::kUnavailable, "refused"));
    (void)transport_.Do({.path = "/x"}, {});
    below_.AnswerNext("PATCH", kube::Response{.status = 409, .headers = {}, .body = ""});
    (void)transport_.Do({.method = "PATCH", .path = "/y/status"}, {});
    below_.StreamNext({"{}"}, base::Ok());
    (void)transport_.Stream({.path = "/y?watch=true"}, std::chrono::seconds(1), [](std::string_view) { return true; },
                            {});
  }

  test::FakeTransport below_;
  Metrics metrics_{"1"};
  MeasuredTransport transport_{below_, metrics_, "h:1"};
};

TEST_F(MeasuredTransportTest, LogsRequestsOnDemand) {
  LogWithFields log;
  FLAGS_v = 1;
  Ask();
  EXPECT_EQ("", log.text);
  FLAGS_v = 2;
  Ask();
  EXPECT_EQ(
      "request verb=GET url=h:1/x status=<error> milliseconds\n"
      "request verb=PATCH url=h:1/y/status status=409 milliseconds\n"
      "request verb=GET url=h:1/y?watch=true status=200 milliseconds\n",
      log.text);
}

TEST_F(MeasuredTransportTest, LogsEachWarningOnce) {
  test::Log log;
  for (const char* header :
       {R"(299 - "v1beta1 is deprecated")", R"(299 - "v1beta1 is deprecated", 299 - "and slow")"}) {
    const kube::Response answer{.status = 200, .headers = {{"Warning", header}}, .body = ""};
    below_.AnswerNext("GET", answer);
    (void)transport_.Do({.path = "/x"}, {});
    below_.AnswerNext("GET", answer);
    (void)transport_.Fetch({.path = "/x"}, [](std::string_view) -> base::Result<bool> { return true; }, {});
  }
  EXPECT_EQ("the API server warns: v1beta1 is deprecated\nthe API server warns: and slow\n", log.text);
}

TEST(WarningLog, HasABound) {
  test::Log log;
  WarningLog warnings;
  for (std::size_t i = 0; i < WarningLog::kMaxTexts + 10; ++i) {
    warnings.OnAnswer({{"Warning", "299 - \"" + std::to_string(i) + "\""}});
  }
  EXPECT_EQ(static_cast<long>(WarningLog::kMaxTexts), std::ranges::count(log.text, '\n'));
}

}  // namespace measured_transport_test
}  // namespace structural::controller
