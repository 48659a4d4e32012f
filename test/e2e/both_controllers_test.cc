// Tests with two controllers that run from the start: `structural controller` and Kubernetes' own controller.
#include <map>

#include <gtest/gtest.h>

#include "test/e2e/api_server_test.h"
#include "test/e2e/cluster.h"
#include "test/e2e/crds.h"

namespace structural::e2e {
namespace both_controllers_test {

constexpr int kCount = 200;

bool NeedsCondition(int i) { return i % 3 != 0; }

json NewCrd(int i) {
  const std::string kind = "Kind" + std::to_string(i);
  return NeedsCondition(i) ? NonStructural(kind) : Structural(kind);
}

// Returns, for each CRD, the number of times its condition changed after the given resourceVersion. Reads the server's
// events until each CRD has reached its resourceVersion in `last`.
std::map<std::string, int> ChangesOfTheCondition(Cluster& cluster, const std::string& since,
                                                 std::map<std::string, std::string> last) {
  std::map<std::string, int> changes;
  std::map<std::string, json> conditions;
  const auto on_event = [&](const kube::WatchEvent& event) {
    const json crd = json::parse(event.object);
    const std::string name = NameOf(crd);
    const json condition = ConditionOf(crd);
    changes[name] += condition != conditions[name];
    conditions[name] = condition;
    const auto at = last.find(name);
    if (at != last.end() && crd.at("metadata").at("resourceVersion") == at->second) last.erase(at);
    return !last.empty();
  };
  kube::WatchOptions options;
  options.resource_version = since;
  options.timeout_seconds = 30;
  options.allow_bookmarks = false;
  const auto watched = cluster.client().Watch(kCrds, options, on_event, {});
  EXPECT_TRUE(watched.ok()) << watched.error().message();
  EXPECT_TRUE(last.empty()) << last.size() << " CRDs did not get there";
  return changes;
}

class BothControllersE2e : public ApiServerTest<> {};

// The faster controller writes the condition of a new CRD. The other one writes nothing, since the condition is then
// right.
TEST_F(BothControllersE2e, WriteOncePerNewCrdTogether) {
  Cluster cluster({.built_in_controller = true, .seed = {}});
  const auto controller = StartController(cluster);
  const json start = json::parse(*cluster.client().Get(kCrds, {}));
  for (int i = 0; i < kCount; ++i) cluster.Create(NewCrd(i));
  for (int i = 0; i < kCount; ++i) {
    cluster.WaitFor(NameOf(NewCrd(i)), "condition and establishment", [&](const json& now) {
      return IsEstablished(now) && ConditionOf(now).is_null() != NeedsCondition(i);
    });
  }
  controller->Signal(SIGTERM);
  EXPECT_EQ(0, controller->WaitForExit());
  EXPECT_NE(std::string::npos, controller->Output().find(" 0 errors")) << controller->Output();

  std::map<std::string, std::string> last;
  for (const json& crd : cluster.List()) last[NameOf(crd)] = crd.at("metadata").at("resourceVersion");
  const auto changes = ChangesOfTheCondition(cluster, start.at("metadata").at("resourceVersion"), last);
  for (int i = 0; i < kCount; ++i) EXPECT_EQ(NeedsCondition(i), changes.at(NameOf(NewCrd(i)))) << i;
}

}  // namespace both_controllers_test
}  // namespace structural::e2e
