// The whole controller on an API server in memory.
#include "controller/controller.h"

#include <thread>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "test/support/fake_transport.h"

namespace structural::controller {
namespace {

using nlohmann::json;

std::string PathOf(const std::string& name) {
  return CrdCollection(crd::ApiVersion::kV1) + "/" + name;
}

// It needs a condition.
json Crd(const std::string& name) {
  return {{"apiVersion", "apiextensions.k8s.io/v1"},
          {"kind", "CustomResourceDefinition"},
          {"metadata", {{"name", name}, {"uid", "u"}, {"resourceVersion", "1"}}},
          {"spec",
           {{"versions", {{{"name", "v1"}, {"schema", {{"openAPIV3Schema", json::object()}}}}}}}}};
}

class ControllerTest : public testing::Test {
 protected:
  bool HasCondition(const std::string& name) const {
    const json crd = json::parse(*server_.Object(PathOf(name)));
    return crd.contains("/status/conditions/0"_json_pointer);
  }

  test::FakeTransport server_;
  kube::Client client_{server_};
};

TEST_F(ControllerTest, OneRunWaitsUntilItMayWrite) {
  server_.Put(PathOf("a.example.com"), Crd("a.example.com").dump());
  std::atomic<bool> leads = false;
  ControllerOptions options;
  options.once = true;
  options.reconciler.may_write = [&] { return leads.load(); };
  Controller controller(client_, Clock::OfMachine(), options);
  std::jthread run([&] { EXPECT_TRUE(controller.Run({}).ok()); });
  while (controller.unwritten() == 0 || !controller.synced() || !controller.queue().Idle()) {
    std::this_thread::yield();
  }
  leads = true;
  controller.WriteWhatWasLeft();
  run.join();
  EXPECT_TRUE(HasCondition("a.example.com"));
  EXPECT_EQ(1u, controller.counters().writes);
}

TEST_F(ControllerTest, OneDryRunWaitsForNobody) {
  server_.Put(PathOf("a.example.com"), Crd("a.example.com").dump());
  ControllerOptions options;
  options.once = options.dry_run = true;
  options.reconciler.may_write = [] { return false; };
  Controller controller(client_, Clock::OfMachine(), options);
  EXPECT_TRUE(controller.Run({}).ok());
  EXPECT_EQ(1u, controller.unwritten());
}

}  // namespace
}  // namespace structural::controller
