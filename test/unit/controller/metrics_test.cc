#include "controller/metrics.h"

#include <gtest/gtest.h>

#include "controller/measured_transport.h"
#include "controller/process_metrics.h"
#include "test/support/fake_transport.h"

namespace structural::controller {
namespace metrics_test {

using namespace std::chrono_literals;

class MetricsTest : public testing::Test {
 protected:
  // Returns the value of a series in the text of the metrics, or "" if the text lacks the series.
  std::string Value(const std::string& series) {
    const std::string text = "\n" + metrics_.Text();
    const auto at = text.find("\n" + series + " ");
    if (at == std::string::npos) return "";
    const auto begin = at + series.size() + 2;
    return text.substr(begin, text.find('\n', begin) - begin);
  }

  Metrics metrics_{"1.2.3"};
};

TEST_F(MetricsTest, CountsReconciliations) {
  const std::string success =
      R"(controller_runtime_reconcile_total{controller="nonstructuralschema",result="success"})";
  EXPECT_EQ("0", Value(success)) << "what did not happen yet is 0, not missing";
  metrics_.ReconcileBegan();
  EXPECT_EQ("1", Value(R"(controller_runtime_active_workers{controller="nonstructuralschema"})"));
  metrics_.ReconcileEnded(Outcome::kDone, 3ms);
  EXPECT_EQ("1", Value(success));
  EXPECT_EQ("0", Value(R"(controller_runtime_active_workers{controller="nonstructuralschema"})"));
  const std::string time = "controller_runtime_reconcile_time_seconds";
  EXPECT_EQ("0", Value(time + R"(_bucket{controller="nonstructuralschema",le="0.0025"})"));
  EXPECT_EQ("1", Value(time + R"(_bucket{controller="nonstructuralschema",le="0.005"})"));
  metrics_.ReconcileBegan();
  metrics_.ReconcileEnded(Outcome::kError, 1s);
  EXPECT_EQ("1", Value(R"(controller_runtime_reconcile_errors_total)"
                       R"({controller="nonstructuralschema"})"));
}

TEST_F(MetricsTest, ATerminalErrorIsAnErrorToo) {
  const std::string of = R"({controller="nonstructuralschema"})";
  EXPECT_EQ("0", Value("controller_runtime_terminal_reconcile_errors_total" + of));
  metrics_.ReconcileBegan();
  metrics_.ReconcileEnded(Outcome::kTerminalError, 1s);
  EXPECT_EQ("1", Value("controller_runtime_terminal_reconcile_errors_total" + of));
  EXPECT_EQ("1", Value("controller_runtime_reconcile_errors_total" + of));
  EXPECT_EQ("1", Value("controller_runtime_reconcile_total"
                       R"({controller="nonstructuralschema",result="error"})"));
}

TEST_F(MetricsTest, NamesTheProgramAndTheProcess) {
  EXPECT_EQ("1", Value(R"(structural_build_info{version="1.2.3"})"));
  EXPECT_GT(std::stod(Value("process_resident_memory_bytes")), 1e6);
  EXPECT_GT(std::stod(Value("process_virtual_memory_bytes")), 1e6);
  EXPECT_GT(std::stod(Value("process_start_time_seconds")), 1.6e9);
  EXPECT_GE(std::stod(Value("process_cpu_seconds_total")), 0);
  EXPECT_GE(std::stod(Value("process_open_fds")), 3);
  EXPECT_GE(std::stod(Value("process_max_fds")), 3);
}

TEST_F(MetricsTest, ReportsTheLeader) {
  metrics_.SetLeader("ops/leader", true);
  EXPECT_EQ("1", Value(R"(leader_election_master_status{name="ops/leader"})"));
  metrics_.SetLeader("ops/leader", false);
  EXPECT_EQ("0", Value(R"(leader_election_master_status{name="ops/leader"})"));
}

TEST_F(MetricsTest, CountsRequestsByCodeMethodAndHost) {
  test::FakeTransport below;
  MeasuredTransport transport(below, metrics_, "h:1");
  below.Put("/api/v1/things/a", "{}");
  ASSERT_TRUE(transport.Do({.path = "/api/v1/things/a"}, {}).ok());
  ASSERT_TRUE(transport.Do({.path = "/api/v1/things/b"}, {}).ok());
  below.AnswerNext("GET", base::Error(base::ErrorCode::kUnavailable, "refused"));
  ASSERT_FALSE(transport.Do({.path = "/api/v1/things/a"}, {}).ok());
  const auto count = [&](const std::string& code) {
    return Value("rest_client_requests_total{code=\"" + code + R"(",host="h:1",method="GET"})");
  };
  EXPECT_EQ("1", count("200"));
  EXPECT_EQ("1", count("404"));
  EXPECT_EQ("1", count("<error>"));
  EXPECT_EQ("3", Value(R"(rest_client_request_duration_seconds_count{host="h:1",verb="GET"})"));
}

TEST_F(MetricsTest, AWatchCountsOnceWhenItBegins) {
  test::FakeTransport below;
  MeasuredTransport transport(below, metrics_, "h:1");
  const std::string ok = R"(rest_client_requests_total{code="200",host="h:1",method="GET"})";
  below.StreamNext({"{}", "{}"}, base::Ok());
  int lines = 0;
  ASSERT_TRUE(transport
                  .Stream({.path = "/x"}, 1s,
                          [&](std::string_view) {
                            ++lines;
                            EXPECT_EQ("1", Value(ok)) << "it counts while it runs";
                            return true;
                          },
                          {})
                  .ok());
  EXPECT_EQ(2, lines);
  EXPECT_EQ("1", Value(ok));
  below.StreamNext({}, base::Error(base::ErrorCode::kGone, "too old"));
  ASSERT_FALSE(transport.Stream({.path = "/x"}, 1s, [](std::string_view) { return true; }, {}).ok());
  EXPECT_EQ("1", Value(R"(rest_client_requests_total{code="410",host="h:1",method="GET"})"));
  EXPECT_EQ(std::string::npos, metrics_.Text().find("rest_client_request_duration_seconds_count"))
      << "when an event comes says nothing of the server";
}

class Answer : public prometheus::Collectable {
 public:
  std::vector<prometheus::MetricFamily> Collect() const override {
    return {SingleValueFamily("answer", "To everything.", prometheus::MetricType::Gauge, 42)};
  }
};

TEST_F(MetricsTest, ReadsItsSources) {
  const Answer source;
  metrics_.AddSource(&source);
  EXPECT_EQ("42", Value("answer"));
}

}  // namespace metrics_test
}  // namespace structural::controller
