// Tests of operating the controller: probes, metrics, dry run, a single run, clean-up, selection of CRDs.
#include <regex>

#include <gtest/gtest.h>

#include "kube/wait.h"
#include "test/e2e/api_server_test.h"
#include "test/e2e/cluster.h"
#include "test/e2e/crds.h"
#include "test/e2e/kinds.h"

namespace structural::e2e {
namespace operation_test {

// Sends requests to a port on which the controller listens.
class Port {
 public:
  // `what` is the listener's name in the log.
  Port(const ChildProcess& controller, const std::string& what) {
    std::smatch match;
    const std::string log = controller.Output();
    EXPECT_TRUE(std::regex_search(log, match, std::regex(what + " on (127.0.0.1:[0-9]+)"))) << log;
    kube::ClientConfig config;
    config.server = "http://" + match[1].str();
    transport_ = std::move(*kube::NewCppRestTransport(config, "test"));
  }

  kube::Response Get(const std::string& path) {
    auto response = transport_->Do({.path = path}, {});
    EXPECT_TRUE(response.ok()) << response.error().message();
    return *std::move(response);
  }

 private:
  std::unique_ptr<kube::Transport> transport_;
};

class OperationE2e : public ApiServerTest<> {
 protected:
  void SetUp() override {
    ApiServerTest::SetUp();
    if (IsSkipped()) return;
    cluster_.emplace();
    for (const json& crd : {Structural("Good"), NonStructural("Bad"), NonStructural("Worse")}) {
      cluster_->Create(crd);
      cluster_->WaitFor(NameOf(crd), "established", IsEstablished);
    }
  }

  // Runs the controller until it ends, and checks that the exit code is 0. Returns the log.
  std::string RunToEnd(std::vector<std::string> flags) {
    const auto controller = RunController(cluster_->kubeconfig(), std::move(flags));
    EXPECT_EQ(0, controller->WaitForExit()) << controller->Output();
    return controller->Output();
  }
  bool HasCondition(const std::string& kind) {
    return !ConditionOf(cluster_->Get(NameOf(NonStructural(kind)))).is_null();
  }

  std::optional<Cluster> cluster_;
};

TEST_F(OperationE2e, OneRunWritesAllConditionsAndEnds) {
  const std::string log = RunToEnd({"--once"});
  EXPECT_NE(std::string::npos, log.find("3 evaluated: 1 structural, 2 non-structural")) << log;
  EXPECT_NE(std::string::npos, log.find("stopped: 2 writes")) << log;
  EXPECT_TRUE(HasCondition("Bad"));
  EXPECT_TRUE(HasCondition("Worse"));
}

TEST_F(OperationE2e, ADryRunReportsTheWritesThatItOmits) {
  const std::string log = RunToEnd({"--once", "--dry-run"});
  EXPECT_NE(std::string::npos, log.find("dry run: 2 condition(s) would be written")) << log;
  EXPECT_NE(std::string::npos, log.find("stopped: 0 writes")) << log;
  for (const char* kind : {"Bad", "Worse"}) {
    const std::string line = NameOf(NonStructural(kind)) + ": NonStructuralSchema would be added (Violations): [spec.";
    EXPECT_NE(std::string::npos, log.find(line)) << log;
  }
  EXPECT_FALSE(HasCondition("Bad"));
}

// A single run and a dry run open no ports by default, since a controller that runs beside them may use these ports.
TEST_F(OperationE2e, OneRunAndADryRunOpenNoPorts) {
  for (const std::vector<std::string>& flags :
       {std::vector<std::string>{"--once"}, {"--once", "--dry-run"}, {"--dry-run"}}) {
    const auto controller = RunCommand(*cluster_, "controller", flags);
    ASSERT_TRUE(controller->WaitForLine("3 evaluated")) << controller->Output();
    if (flags[0] != "--once") controller->Signal(SIGTERM);
    EXPECT_EQ(0, controller->WaitForExit()) << controller->Output();
    EXPECT_EQ(std::string::npos, controller->Output().find("probes on")) << controller->Output();
    EXPECT_EQ(std::string::npos, controller->Output().find("metrics on")) << controller->Output();
  }
}

TEST_F(OperationE2e, ChecksOnlySelectedCrds) {
  RunToEnd({"--once", "--name", "bad.*"});
  EXPECT_TRUE(HasCondition("Bad"));
  EXPECT_FALSE(HasCondition("Worse"));
  RunToEnd({"--once", "--group", "*.other.example.com"});
  EXPECT_FALSE(HasCondition("Worse"));
}

TEST_F(OperationE2e, CleanupRemovesTheConditions) {
  RunToEnd({"--once"});
  ASSERT_TRUE(HasCondition("Bad"));
  const auto cleanup = RunCommand(*cluster_, "cleanup");
  EXPECT_EQ(0, cleanup->WaitForExit()) << cleanup->Output();
  const std::string log = cleanup->Output();
  EXPECT_EQ(std::string::npos, log.find("evaluated:")) << "nobody has judged: " << log;
  EXPECT_EQ(std::string::npos, log.find("violation(s)")) << log;
  EXPECT_NE(std::string::npos, log.find("stopped: 2 writes")) << log;
  EXPECT_FALSE(HasCondition("Bad"));
  EXPECT_FALSE(HasCondition("Worse"));
  EXPECT_TRUE(IsEstablished(cluster_->Get(NameOf(NonStructural("Bad"))))) << "others stay";
}

TEST_F(OperationE2e, ServesMetricsAndProbes) {
  const auto controller = StartController(
      *cluster_, {"--metrics-bind-address", "127.0.0.1:0", "--health-probe-bind-address", "127.0.0.1:0"});
  ASSERT_TRUE(controller->WaitForLine("3 evaluated")) << controller->Output();
  cluster_->WaitFor(NameOf(NonStructural("Bad")), "condition",
                    [](const json& crd) { return !ConditionOf(crd).is_null(); });
  cluster_->WaitFor(NameOf(NonStructural("Worse")), "condition",
                    [](const json& crd) { return !ConditionOf(crd).is_null(); });

  Port probes(*controller, "probes");
  for (const char* path : {"/healthz", "/livez", "/readyz"}) {
    EXPECT_EQ("ok", probes.Get(path).body) << path;
  }
  EXPECT_EQ("[+]ping ok\n[+]sync ok\n[+]watch ok\nreadyz check passed\n", probes.Get("/readyz?verbose").body);

  Port metrics(*controller, "metrics");
  // The test waits until the metrics count both writes, since the controller counts a write shortly after the condition
  // becomes visible.
  std::string text;
  while (text.find("structural_event_to_condition_seconds_count 2\n") == std::string::npos) {
    text = metrics.Get("/metrics").body;
  }
  for (const std::string line :
       {R"(structural_crds{state="structural"} 1)", R"(structural_crds{state="non_structural"} 2)",
        R"(controller_runtime_max_concurrent_reconciles{controller="nonstructuralschema"} 5)",
        R"(workqueue_depth{controller="nonstructuralschema",name="nonstructuralschema"} 0)"}) {
    EXPECT_NE(std::string::npos, text.find("\n" + line + "\n")) << line << "\n" << text;
  }
  EXPECT_NE(std::string::npos, text.find("structural_crd_violations{crd=\"bad.")) << text;
  EXPECT_TRUE(std::regex_search(
      text, std::regex("rest_client_requests_total\\{code=\"200\",host=\"[^\"]+\",method=\"PATCH\"\\} 2")))
      << text;
  EXPECT_EQ(404, metrics.Get("/").status);
}

// promtool's checks find no problem in the metrics of a controller that has written a condition.
TEST_F(OperationE2e, ItsMetricsAreCleanForPromtool) {
  const char* promlint = std::getenv("STRUCTURAL_TEST_PROMLINT");
  if (promlint == nullptr) GTEST_SKIP() << "no STRUCTURAL_TEST_PROMLINT: run hack/test";
  const auto controller = StartController(*cluster_, {"--metrics-bind-address", "127.0.0.1:0"});
  ASSERT_TRUE(controller->WaitForLine("NonStructuralSchema added")) << controller->Output();
  const std::filesystem::path file = TemporaryFolder() / "metrics";
  std::ofstream(file) << Port(*controller, "metrics").Get("/metrics").body;
  ChildProcess lint({"sh", "-c", std::string(promlint) + " < " + file.string()});
  EXPECT_EQ(0, lint.WaitForExit()) << lint.Output();
  std::filesystem::remove_all(file.parent_path());
}

TEST_F(OperationE2e, WritesEvents) {
  ServeKind(*cluster_, "events.k8s.io", "events", "Event");
  const auto controller = StartController(*cluster_);
  // The server delays the first objects of a new kind by some seconds, so the test waits for both Events.
  std::set<std::string> about;
  while (about.size() < 2) {
    kube::SleepFor(std::chrono::milliseconds(50), {});
    const auto events = cluster_->client().Get("/apis/events.k8s.io/v1/namespaces/default/events", {});
    ASSERT_TRUE(events.ok()) << events.error().message();
    const json list = json::parse(*events);
    for (const json& event : list.at("items")) {
      EXPECT_EQ("NonStructuralSchema", event.at("reason"));
      about.insert(event.at("regarding").at("name"));
    }
  }
  EXPECT_EQ((std::set<std::string>{NameOf(NonStructural("Bad")), NameOf(NonStructural("Worse"))}), about);
}

TEST_F(OperationE2e, LogsAsJson) {
  std::stringstream log(RunToEnd({"--once", "--log-format", "json"}));
  int lines = 0;
  for (std::string line; std::getline(log, line); ++lines) {
    const json parsed = json::parse(line, nullptr, false);
    ASSERT_TRUE(parsed.is_object()) << line;
    for (const char* member : {"ts", "level", "caller", "msg"}) {
      EXPECT_TRUE(parsed.contains(member)) << line;
    }
  }
  EXPECT_LT(4, lines);
  EXPECT_NE(std::string::npos, log.str().find(R"("controller":"nonstructuralschema","crd":"bad.)")) << log.str();
}

TEST_F(OperationE2e, FailsIfAnAddressIsInUse) {
  const auto first = StartController(*cluster_, {"--metrics-bind-address", "127.0.0.1:0"});
  std::smatch match;
  const std::string log = first->Output();
  ASSERT_TRUE(std::regex_search(log, match, std::regex("metrics on (127.0.0.1:[0-9]+)"))) << log;
  const auto second = RunController(cluster_->kubeconfig(), {"--metrics-bind-address", match[1].str()});
  EXPECT_EQ(1, second->WaitForExit());
  EXPECT_NE(std::string::npos, second->Output().find("Address already in use")) << second->Output();
}

}  // namespace operation_test
}  // namespace structural::e2e
