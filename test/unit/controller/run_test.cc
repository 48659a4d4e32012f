// The whole process of the controller on an API server in memory: its result.
#include "controller/run.h"

#include <map>
#include <mutex>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "test/support/fake_transport.h"

namespace structural::controller {
namespace run_test {

using base::ErrorCode;
using nlohmann::json;

std::string PathOf(const std::string& name) { return CrdCollection(crd::ApiVersion::kV1) + "/" + name; }

// Returns a CRD that needs a condition.
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
    options.controller.reconciler.remove = cleanup;
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

}  // namespace run_test
}  // namespace structural::controller
