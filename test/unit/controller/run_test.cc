// Tests of Run, which runs the complete controller, on an API server in memory, and of the result of Run.
#include "controller/run.h"

#include <filesystem>
#include <fstream>
#include <future>
#include <map>
#include <mutex>
#include <thread>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "kube/transport/process.h"
#include "test/support/certificates.h"
#include "test/support/fake_transport.h"
#include "test/support/log.h"
#include "test/support/manual_clock.h"

namespace structural::controller {

namespace run_test {

using base::ErrorCode;
using nlohmann::json;

std::string PathOf(const std::string& name) { return CrdCollection(crd::ApiVersion::kV1) + "/" + name; }

// Returns a CRD with violations, which needs the condition.
json Crd(const std::string& name) {
  return {{"metadata", {{"name", name}}},
          {"spec", {{"versions", {{{"name", "v1"}, {"schema", {{"openAPIV3Schema", json::object()}}}}}}}}};
}

class RunTest : public testing::Test {
 protected:
  void Put(const std::string& name, const json& crd) { server_.Put(PathOf(name), crd.dump()); }
  base::Status RunOnce(bool cleanup = false) {
    RunOptions options;
    options.listeners = {.metrics_address = "0", .probe_address = "0"};
    options.events = false;
    options.controller.once = true;
    options.controller.reconciler.remove_conditions = cleanup;
    return controller::Run(server_, Clock::OfMachine(), options, {});
  }

  test::FakeTransport server_;
};

TEST_F(RunTest, OneRunThatWritesAllConditionsIsOk) {
  Put("a.example.com", Crd("a.example.com"));
  EXPECT_TRUE(RunOnce().ok());
}

TEST_F(RunTest, NamesCrdsThatCannotBeDecoded) {
  Put("a.example.com", Crd("a.example.com"));
  Put("b.example.com", {{"metadata", {{"name", "b.example.com"}}}, {"spec", 5}});
  for (const bool cleanup : {false, true}) {
    const base::Status status = RunOnce(cleanup);
    ASSERT_FALSE(status.ok());
    EXPECT_EQ(ErrorCode::kUnavailable, status.error().code());
    EXPECT_NE(std::string::npos, status.error().message().find("1 CustomResourceDefinition(s)"));
    EXPECT_NE(std::string::npos, status.error().message().find(": b.example.com"));
  }
}

TEST_F(RunTest, OneRunForAnUnknownNameFails) {
  Put("a.example.com", Crd("a.example.com"));
  RunOptions options;
  options.listeners = {.metrics_address = "0", .probe_address = "0"};
  options.controller.once = options.dry_run = true;
  options.controller.selector = {.names = {"a.example.com", "typo.example.com", "b*"}, .groups = {"example.com", ""}};
  const base::Status status = controller::Run(server_, Clock::OfMachine(), options, {});
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(ErrorCode::kInvalidInput, status.error().code());
  EXPECT_EQ("CustomResourceDefinition typo.example.com does not exist; no CustomResourceDefinition has the group \"\"",
            status.error().message());
}

TEST_F(RunTest, NamesCrdsWhoseConditionIsRefused) {
  Put("a.example.com", Crd("a.example.com"));
  server_.AnswerNext("PATCH", kube::Response{.status = 413, .headers = {}, .body = ""});
  const base::Status status = RunOnce();
  ASSERT_FALSE(status.ok());
  EXPECT_NE(std::string::npos, status.error().message().find("a.example.com"));
}

TEST_F(RunTest, NotMoreThanAHundredAreNamed) {
  for (int i = 0; i < 120; ++i) {
    const std::string name = std::to_string(1000 + i) + ".example.com";
    Put(name, {{"metadata", {{"name", name}}}, {"spec", 5}});
  }
  const base::Status status = RunOnce();
  ASSERT_FALSE(status.ok());
  EXPECT_NE(std::string::npos, status.error().message().find("1099.example.com …"));
  EXPECT_EQ(std::string::npos, status.error().message().find("1100.example.com"));
}

TEST_F(RunTest, OneRunThatIsStoppedFails) {
  std::stop_source stop;
  stop.request_stop();
  RunOptions options;
  options.listeners = {.metrics_address = "0", .probe_address = "0"};
  options.controller.once = true;
  const base::Status status = controller::Run(server_, Clock::OfMachine(), options, stop.get_token());
  ASSERT_FALSE(status.ok());
  EXPECT_EQ("stopped before every condition was right", status.error().message());
}

TEST_F(RunTest, ADryRunReportsItsWrites) {
  Put("a.example.com", Crd("a.example.com"));
  Put("b.example.com", {{"metadata", {{"name", "b.example.com"}}},
                        {"spec", {{"versions", json::array()}}},
                        {"status", {{"conditions", {{{"type", "NonStructuralSchema"}, {"status", "True"}}}}}}});
  std::mutex mutex;
  std::map<std::string, std::string> told;
  RunOptions options;
  options.listeners = {.metrics_address = "0", .probe_address = "0"};
  options.controller.once = options.dry_run = true;
  options.on_withheld = [&](const PlannedWrite& write) {
    const std::lock_guard lock(mutex);
    told[write.name] = std::string(Name(write.decision.change)) + " " + write.reason;
  };
  EXPECT_TRUE(controller::Run(server_, Clock::OfMachine(), options, {}).ok());
  EXPECT_EQ((std::map<std::string, std::string>{{"a.example.com", "added Violations"}, {"b.example.com", "removed "}}),
            told);
  EXPECT_FALSE(json::parse(*server_.Object(PathOf("a.example.com"))).contains("status"));
}

// An API server that answers no request until `answer` is set, and then answers with status 500.
class SlowServer : public kube::Transport {
 public:
  base::Result<kube::Response> Do(const kube::Request&, std::stop_token) override {
    asked.set_value();
    answer.get_future().wait();
    return kube::Response{.status = 500};
  }
  base::Result<kube::Response> Fetch(const kube::Request& request, const kube::OnBytes&,
                                     std::stop_token stop) override {
    return Do(request, stop);
  }
  base::Status Stream(const kube::Request&, std::chrono::milliseconds, const OnLine&, std::stop_token) override {
    return base::Ok();
  }
  std::promise<void> asked, answer;
};

class ListenersTest : public testing::Test {
 protected:
  ListenersTest() {
    kube::PrepareProcess();
    std::string folder = (std::filesystem::temp_directory_path() / "listeners-XXXXXX").string();
    folder_ = mkdtemp(folder.data());
    const kube::PemPair pair = authority_.Issue({.names = {"IP:127.0.0.1"}});
    std::ofstream(folder_ + "/tls.crt") << pair.certificate;
    std::ofstream(folder_ + "/tls.key") << pair.key;
  }
  ~ListenersTest() override { std::filesystem::remove_all(folder_); }

  static Checks AllIsWell() {
    return {.synced = [] { return true; },
            .time_without_watch = [] { return std::chrono::seconds(0); },
            .lease_is_valid = [] { return true; }};
  }
  // Returns the address of the listener with this name, read from the log.
  std::string AddressOf(const std::string& what) const {
    const std::string before = what + " on ";
    const auto begin = log_.text.find(before) + before.size();
    return log_.text.substr(begin, log_.text.find('\n', begin) - begin);
  }
  // Sends a GET. Returns the HTTP status of the answer, or 0 if no answer arrives.
  int Ask(const std::string& server, const std::string& path) const {
    kube::ClientConfig config;
    config.server = server;
    config.tls.ca_pem = authority_.certificate();
    config.token = "t";
    const auto transport = kube::NewCppRestTransport(config, "test");
    const auto response = (*transport)->Do({.path = path}, {});
    return response.ok() ? response->status : 0;
  }

  const kube::TestAuthority authority_;
  std::string folder_;
  test::Log log_;
  SlowServer server_;
  test::ManualClock clock_;
  Metrics metrics_{"test"};
  MetricsAccess access_{server_, clock_};
};

TEST_F(ListenersTest, ProbesAreAnsweredDuringAnAccessReview) {
  const auto listeners = Listeners::Open({.metrics_address = "127.0.0.1:0",
                                          .metrics_certificate = folder_ + "/tls.crt",
                                          .metrics_key = folder_ + "/tls.key",
                                          .probe_address = "127.0.0.1:0"},
                                         metrics_, access_, AllIsWell());
  ASSERT_TRUE(listeners.ok()) << listeners.error().message();
  const std::string metrics = "https://" + AddressOf("metrics");
  const std::string probes = "http://" + AddressOf("probes");
  std::jthread reader([&] { EXPECT_EQ(500, Ask(metrics, "/metrics")); });
  server_.asked.get_future().wait();
  for (const char* path : {"/healthz", "/livez", "/readyz"}) EXPECT_EQ(200, Ask(probes, path));
  EXPECT_EQ(404, Ask(metrics, "/")) << "nobody is asked about that, and there are other threads";
  server_.answer.set_value();
}

TEST_F(ListenersTest, ItIsNotReadyWithoutAWatch) {
  std::atomic<std::chrono::seconds> dead_for{kMaxTimeWithoutWatch - std::chrono::seconds(1)};
  Checks checks = AllIsWell();
  checks.time_without_watch = [&] { return dead_for.load(); };
  const auto listeners =
      Listeners::Open({.metrics_address = "0", .probe_address = "127.0.0.1:0"}, metrics_, access_, checks);
  ASSERT_TRUE(listeners.ok()) << listeners.error().message();
  const std::string probes = "http://" + AddressOf("probes");
  EXPECT_EQ(200, Ask(probes, "/readyz"));
  dead_for = kMaxTimeWithoutWatch;
  EXPECT_EQ(500, Ask(probes, "/readyz"));
  EXPECT_EQ(500, Ask(probes, "/readyz/watch"));
  EXPECT_EQ(200, Ask(probes, "/livez")) << "a restart would not help";
  dead_for = std::chrono::seconds(0);
  EXPECT_EQ(200, Ask(probes, "/readyz"));
}

}  // namespace run_test

}  // namespace structural::controller
