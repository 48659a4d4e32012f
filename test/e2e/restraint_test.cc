// The controller does not write if the existing condition is equivalent. It stops writing if another client keeps
// changing the condition.
#include <gtest/gtest.h>

#include "test/e2e/api_server_test.h"
#include "test/e2e/cluster.h"
#include "test/e2e/crds.h"

namespace structural::e2e {
namespace restraint_test {

class RestraintE2e : public ApiServerTest<> {
 protected:
  // Changes the condition's message as another client would.
  void SetMessage(Cluster& cluster, const std::string& name, const std::string& message) {
    json crd = cluster.Get(name);
    for (json& condition : crd["status"]["conditions"]) {
      if (condition.at("type") == "NonStructuralSchema") condition["message"] = message;
    }
    const auto written = cluster.client().Replace(std::string(kCrds) + "/" + name + "/status", crd.dump(), {});
    ASSERT_TRUE(written.ok()) << written.error().message();
  }

  json WaitForMessage(Cluster& cluster, const std::string& name, const std::string& part) {
    return cluster.WaitFor(name, "established, and " + part, [&](const json& now) {
      return IsEstablished(now) && MessageOf(now).find(part) != std::string::npos;
    });
  }

  std::string Finish(ChildProcess& controller) {
    controller.Signal(SIGTERM);
    EXPECT_EQ(0, controller.WaitForExit());
    return controller.Output();
  }
};

TEST_F(RestraintE2e, KeepsAnEquivalentMessageOfAnOlderRelease) {
  Cluster cluster;
  const std::string name = NameOf(NonStructural("Widget"));
  cluster.Create(NonStructural("Widget"));
  std::string message;
  {
    const auto controller = StartController(cluster);
    message = MessageOf(WaitForMessage(cluster, name, "spec.versions[0].schema"));
    Finish(*controller);
  }
  for (std::size_t at; (at = message.find("spec.versions[0].schema.")) != std::string::npos;)
    message.replace(at, 24, "spec.validation.");
  SetMessage(cluster, name, message);
  const auto controller = StartController(cluster);
  ASSERT_TRUE(controller->WaitForLine("1 evaluated")) << controller->Output();
  EXPECT_NE(std::string::npos, Finish(*controller).find("stopped: 0 writes"));
  EXPECT_EQ(message, MessageOf(cluster.Get(name)));
}

TEST_F(RestraintE2e, StopsWritingAgainstAPersistentWriter) {
  Cluster cluster;
  const std::string name = NameOf(NonStructural("Widget"));
  const auto controller = StartController(cluster, {"--max-writes-per-generation", "2"});
  cluster.Create(NonStructural("Widget"));
  WaitForMessage(cluster, name, "properties[a]");
  SetMessage(cluster, name, "nonsense");
  WaitForMessage(cluster, name, "properties[a]");
  SetMessage(cluster, name, "nonsense");
  ASSERT_TRUE(controller->WaitForLine("was written too often in this generation")) << controller->Output();
  EXPECT_EQ("nonsense", MessageOf(cluster.Get(name)));

  // A new generation of the CRD has a new budget of writes, so the controller writes again.
  cluster.Replace(Crd("Widget", {{"type", "object"}, {"properties", {{"b", json::object()}}}}));
  WaitForMessage(cluster, name, "properties[b]");
  ASSERT_TRUE(controller->WaitForLine("generation=2")) << controller->Output();
  EXPECT_NE(std::string::npos, Finish(*controller).find("stopped: 3 writes")) << controller->Output();
}

}  // namespace restraint_test
}  // namespace structural::e2e
