// Behaviour of the controller apart from the condition's content: it writes no more than needed, and keeps all other
// parts of a CRD.
#include <gtest/gtest.h>

#include "test/e2e/api_server_test.h"
#include "test/e2e/cluster.h"
#include "test/e2e/crds.h"

namespace structural::e2e {
namespace controller_test {

// Returns 200 CRDs: in turn a structural one, a non-structural one, and one without a schema.
std::vector<json> Mixed() {
  std::vector<json> crds;
  for (int i = 0; i < 200; ++i) {
    const std::string kind = "Kind" + std::to_string(i);
    crds.push_back(i % 3 == 0 ? Structural(kind) : NonStructural(kind));
    if (i % 3 == 2) crds.back()["spec"].erase("validation");
  }
  return crds;
}

bool NeedsCondition(int i) { return i % 3 != 0; }

std::map<std::string, std::string> ResourceVersions(Cluster& cluster) {
  std::map<std::string, std::string> versions;
  for (const json& crd : cluster.List()) versions[NameOf(crd)] = crd.at("metadata").at("resourceVersion");
  return versions;
}

// Stops the controller, and returns its log.
std::string Finish(ChildProcess& controller) {
  controller.Signal(SIGTERM);
  EXPECT_EQ(0, controller.WaitForExit());
  return controller.Output();
}

class ControllerE2e : public ApiServerTest<> {};

TEST_F(ControllerE2e, WritesNothingWhereTheBuiltInControllerHasSettled) {
  Cluster cluster({.built_in_controller = true, .seed = {}});
  const auto crds = Mixed();
  for (const json& crd : crds) cluster.Create(crd);
  for (int i = 0; i < 200; ++i) {
    cluster.WaitFor(NameOf(crds[i]), "settled", [&](const json& now) {
      return IsEstablished(now) && ConditionOf(now).is_null() != NeedsCondition(i);
    });
  }
  const auto before = ResourceVersions(cluster);
  const auto controller = StartController(cluster, {"-v", "1"});
  ASSERT_TRUE(controller->WaitForLine("200 evaluated")) << controller->Output();
  EXPECT_EQ(before, ResourceVersions(cluster));
  EXPECT_NE(std::string::npos, Finish(*controller).find("stopped: 0 writes, 200 evaluations"));
}

TEST_F(ControllerE2e, WritesOncePerCrdThatNeedsIt) {
  Cluster cluster;
  const auto crds = Mixed();
  for (const json& crd : crds) cluster.Create(crd);
  for (const json& crd : crds) cluster.WaitFor(NameOf(crd), "established", IsEstablished);
  const auto before = ResourceVersions(cluster);
  const auto controller = StartController(cluster);
  for (int i = 0; i < 200; ++i) {
    cluster.WaitFor(NameOf(crds[i]), "the condition",
                    [&](const json& now) { return ConditionOf(now).is_null() != NeedsCondition(i); });
  }
  const auto after = ResourceVersions(cluster);
  for (int i = 0; i < 200; ++i) {
    EXPECT_EQ(NeedsCondition(i), before.at(NameOf(crds[i])) != after.at(NameOf(crds[i]))) << i;
  }
  EXPECT_NE(std::string::npos, Finish(*controller).find("stopped: 133 writes")) << controller->Output();
}

// The CRDs are created while the controller runs, so its writes can conflict with the API server's writes of its own
// conditions.
TEST_F(ControllerE2e, WritesOncePerNewCrdWhileTheServerWritesToo) {
  Cluster cluster;
  const auto controller = StartController(cluster);
  const auto crds = Mixed();
  for (const json& crd : crds) cluster.Create(crd);
  for (int i = 0; i < 200; ++i) {
    cluster.WaitFor(NameOf(crds[i]), "condition and establishment", [&](const json& now) {
      return IsEstablished(now) && ConditionOf(now).is_null() != NeedsCondition(i);
    });
  }
  EXPECT_NE(std::string::npos, Finish(*controller).find("stopped: 133 writes")) << controller->Output();
}

TEST_F(ControllerE2e, LastTransitionTimeMovesOnlyWithTheStatus) {
  Cluster cluster;
  const auto controller = StartController(cluster);
  const std::string name = NameOf(NonStructural("Widget"));
  cluster.Create(NonStructural("Widget"));
  const auto with_message = [](std::string text) {
    return [text](const json& now) { return IsEstablished(now) && MessageOf(now).find(text) != std::string::npos; };
  };
  const auto set = [](const json& now) { return IsEstablished(now) && !ConditionOf(now).is_null(); };
  const json first = cluster.WaitFor(name, "set", set);

  // Gives the condition the time of one that was written long ago.
  json aged = first;
  for (json& condition : aged["status"]["conditions"]) condition["lastTransitionTime"] = "2020-01-01T00:00:00Z";
  ASSERT_TRUE(cluster.client().Replace(std::string(kCrds) + "/" + name + "/status", aged.dump(), {}).ok());

  cluster.Replace(Crd("Widget", {{"type", "object"}, {"properties", {{"b", json::object()}}}}));
  const json changed = cluster.WaitFor(name, "another message", with_message("properties[b]"));
  EXPECT_EQ("2020-01-01T00:00:00Z", ConditionOf(changed).at("lastTransitionTime"));

  cluster.Replace(Structural("Widget"));
  cluster.WaitFor(name, "removed", [](const json& now) { return ConditionOf(now).is_null(); });
  cluster.Replace(NonStructural("Widget"));
  const json again = cluster.WaitFor(name, "set again", set);
  EXPECT_NE("2020-01-01T00:00:00Z", ConditionOf(again).at("lastTransitionTime"));
  for (const json& condition : again.at("status").at("conditions")) {
    if (condition.at("type") == "NonStructuralSchema") continue;
    EXPECT_EQ("2020-01-01T00:00:00Z", condition.at("lastTransitionTime")) << "another's condition was touched";
  }
}

// The controller's writes keep the other conditions byte for byte.
TEST_F(ControllerE2e, OtherConditionsSurviveEveryWrite) {
  Cluster cluster;
  cluster.Create(NonStructural("Widget"));
  const std::string name = NameOf(NonStructural("Widget"));
  json crd = cluster.WaitFor(name, "established", IsEstablished);
  json foreign = {{"type", "Foreign"},
                  {"status", "Weird"},
                  {"lastTransitionTime", "2020-01-01T00:00:00Z"},
                  {"reason", ""},
                  {"message", "<&> \u2028 \"quoted\" é"}};
  crd["status"]["conditions"].insert(crd["status"]["conditions"].begin(), foreign);
  ASSERT_TRUE(cluster.client().Replace(std::string(kCrds) + "/" + name + "/status", crd.dump(), {}).ok());
  const auto conditions = [&] {
    const std::string text = cluster.GetText(name);
    const auto begin = text.find("\"conditions\":[") + 14;
    return text.substr(begin, text.find(",\"acceptedNames\"") - begin - 1);
  };
  const std::string before = conditions();
  ASSERT_NE(std::string::npos, before.find("Foreign"));

  const auto controller = StartController(cluster);
  cluster.WaitFor(name, "set", [](const json& now) { return !ConditionOf(now).is_null(); });
  EXPECT_TRUE(conditions().starts_with(before)) << before << "\n" << conditions();
  cluster.Replace(Structural("Widget"));
  cluster.WaitFor(name, "removed", [](const json& now) { return ConditionOf(now).is_null(); });
  EXPECT_EQ(before, conditions());
}

// The controller writes the condition again after another client removed or changed it.
TEST_F(ControllerE2e, RestoresTheCondition) {
  Cluster cluster;
  const auto controller = StartController(cluster);
  const std::string name = NameOf(NonStructural("Widget"));
  cluster.Create(NonStructural("Widget"));
  const auto set = [](const json& now) { return IsEstablished(now) && !ConditionOf(now).is_null(); };
  json crd = cluster.WaitFor(name, "set", set);
  const json wanted = ConditionOf(crd).at("message");
  for (const bool alter : {false, true}) {
    for (json& condition : crd["status"]["conditions"]) {
      if (condition.at("type") != "NonStructuralSchema") continue;
      condition[alter ? "message" : "type"] = alter ? "nonsense" : "Another";
    }
    ASSERT_TRUE(cluster.client().Replace(std::string(kCrds) + "/" + name + "/status", crd.dump(), {}).ok());
    crd = cluster.WaitFor(name, "restored", [&](const json& now) { return wanted == MessageOf(now); });
  }
}

// The schemas are refused by current API servers, but older servers have stored such schemas.
TEST_F(ControllerE2e, ReportsASchemaWithoutStructuralForm) {
  Cluster cluster(
      {.built_in_controller = false,
       .seed = {Crd("Widget", {{"type", "object"}, {"patternProperties", {{"x", {{"type", "string"}}}}}})}});
  const auto controller = StartController(cluster);
  const json crd =
      cluster.WaitFor("widget.e2e.example.com", "set", [](const json& now) { return !ConditionOf(now).is_null(); });
  EXPECT_EQ("Unknown", ConditionOf(crd).at("status"));
  EXPECT_EQ("StructuralError", ConditionOf(crd).at("reason"));
  EXPECT_EQ(
      "failed to check validation schema for version v1: OpenAPIV3Schema 'patternProperties' is "
      "not supported",
      ConditionOf(crd).at("message"));
}

}  // namespace controller_test
}  // namespace structural::e2e
