// cases/faults: faults between the controller and a real API server, see test/faultproxy/internal/script. With every
// fault, the conditions are as without it, the server gets a bounded number of requests, memory stays bounded, and
// SIGTERM ends the controller at once. If a write is not answered, SIGTERM ends it after a grace period.
//
// The scripts of one file run at the same time on one server, since they mostly wait. Each has a proxy and CRDs of its
// own.
#include <bit>
#include <fstream>
#include <thread>

#include <gtest/gtest.h>

#include "test/e2e/api_server_test.h"
#include "test/e2e/cluster.h"
#include "test/e2e/crds.h"
#include "test/e2e/fault_proxy.h"
#include "test/e2e/process_memory.h"

namespace structural::e2e {
namespace faults_test {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr const char* kMessage =
    "[spec.preserveUnknownFields: Invalid value: true: must be false, "
    "spec.versions[0].schema.openAPIV3Schema.properties[a].type: Required value: must not be empty "
    "for specified object fields, spec.versions[0].schema.openAPIV3Schema.type: Required value: "
    "must not be empty at the root]";
constexpr const char* kToken = "faultproxy-secret-token";
constexpr long kMaxMemory = 64;          // MiB, unless the script sets another limit
constexpr milliseconds kObserved{3000};  // time during which a permanent fault is observed
// Maximum time until SIGTERM ends the controller; the controller guarantees 100 ms, but the machine may be busy.
constexpr milliseconds kPromptly{4000};

// Returns how many attempts can begin within `time`, if the first wait between two attempts is `first_wait` and each
// further wait is twice as long.
int AttemptsWithin(milliseconds time, milliseconds first_wait) {
  return 1 + std::bit_width(static_cast<unsigned>(time / first_wait + 1));
}

// Returns the number of requests with a method ("LIST" for any GET of the collection).
int Count(const json& totals, const std::string& method) {
  int count = 0;
  for (const auto& [key, n] : totals.at("by").items()) {
    const bool collection = key.ends_with("/customresourcedefinitions");
    const std::string kind = key.starts_with("GET ") && collection ? "LIST" : key.substr(0, key.find(' '));
    if (kind == method) count += n.get<int>();
  }
  return count;
}

struct FaultCase {
  Cluster& cluster;
  json script;
  std::string group;
  FaultProxy proxy;
  steady_clock::time_point start = steady_clock::now();
  std::unique_ptr<ChildProcess> controller;

  FaultCase(Cluster& server, const json& what, const std::string& which)
      : cluster(server),
        script(what),
        group(script.at("name").get<std::string>() + "." + which + ".example.com"),
        proxy(script, {"--upstream", cluster.kubeconfig(), "--selector", "group=" + group}) {}

  void Start() {
    start = steady_clock::now();
    // A script that changes the lines of a watch sets contentType to JSON; by default, the controller requests
    // protobuf.
    std::vector<std::string> flags;
    if (script.contains("contentType")) {
      flags.push_back("--kube-api-content-type=" + script.at("contentType").get<std::string>());
    }
    controller = RunController(proxy.kubeconfig(), flags);
  }
  void Create(const json& crd) { cluster.Create(InGroup(crd, group)); }
  void Replace(const json& crd) { cluster.Replace(InGroup(crd, group)); }
  std::string Name(const std::string& kind) { return NameOf(InGroup(Structural(kind), group)); }
  void ExpectMessage(const std::string& kind, const std::string& message);
  void ExpectStops();
  // Returns details for the message of a failure.
  std::string Evidence() { return proxy.Totals().dump() + "\n" + controller->Output(); }
};

void FaultCase::ExpectMessage(const std::string& kind, const std::string& message) {
  cluster.WaitFor(Name(kind), "its condition",
                  [&](const json& now) { return IsEstablished(now) && MessageOf(now) == message; });
}

void FaultCase::ExpectStops() {
  const bool measured = !IsSanitized(controller->pid());
  if (measured) {
    EXPECT_LE(PeakMemory(controller->pid()), script.value("memory", kMaxMemory)) << "MiB";
  }
  const auto before = steady_clock::now();
  controller->Signal(SIGTERM);
  EXPECT_EQ(0, controller->WaitForExit()) << Evidence();
  if (measured) {
    const std::chrono::seconds grace(script.value("grace", 0));
    EXPECT_LE(steady_clock::now() - before, kPromptly + grace);
  }
  const std::string log = controller->Output();
  EXPECT_EQ(std::string::npos, log.find(kToken)) << log;
  if (measured) {
    EXPECT_NE(std::string::npos, log.find(script.value("log", ""))) << log;
  }
  const json totals = proxy.Totals();
  EXPECT_EQ(0, totals.at("strayed")) << Evidence();
  EXPECT_EQ(0, totals.at("refused")) << Evidence();
}

// Checks that all conditions are right in the end, although the faults of the script occur while CRDs are listed,
// written, changed, added and deleted.
void Converges(Cluster& cluster, const json& script) {
  FaultCase journey(cluster, script, "converges");
  journey.Create(NonStructural("Mended"));
  journey.Create(NonStructural("Deleted"));
  journey.Create(Structural("Broken"));
  journey.Start();
  journey.ExpectMessage("Mended", kMessage);
  journey.ExpectMessage("Deleted", kMessage);
  journey.Replace(Structural("Mended"));
  journey.Replace(NonStructural("Broken"));
  journey.Create(NonStructural("Added"));
  cluster.Delete(journey.Name("Deleted"));
  journey.ExpectMessage("Mended", "");
  journey.ExpectMessage("Broken", kMessage);
  journey.ExpectMessage("Added", kMessage);

  const json totals = journey.proxy.WaitFor("hits=1");
  int faults = 0;
  for (const json& hits : totals.at("hits")) {
    EXPECT_GE(hits, 1) << "a fault never came: " << journey.Evidence();
    faults += hits.get<int>();
  }
  // Without a fault, the controller sends one attempt of a WatchList, which this server does not support, one request
  // for each page of the list, and the watch. After a fault, it sends one list and one watch again. It repeats each of
  // these two requests if the connection breaks.
  EXPECT_LE(Count(totals, "LIST") + Count(totals, "WATCH"), 1 + script.value("pages", 1) + 1 + 4 * faults)
      << journey.Evidence();
  // The controller writes five times. Each write may conflict with the server's own writes a few times.
  EXPECT_LE(Count(totals, "PATCH") + Count(totals, "GET"), 5 * 6 + 4 * faults) << journey.Evidence();
  journey.ExpectStops();
}

// Checks how the controller behaves while the faults of the script continue without an end.
void CheckPermanentFaults(Cluster& cluster, const json& once) {
  json script = once;
  for (json& rule : script["rules"]) rule["times"] = -1;
  FaultCase journey(cluster, script, "stands");
  journey.Create(NonStructural("Widget"));
  journey.Create(NonStructural("Gadget"));
  journey.Start();
  journey.proxy.WaitFor("events=1");  // from this event on, the controller handles SIGTERM
  journey.start = steady_clock::now();
  const json hits = journey.proxy.WaitFor("hits=1&rule=0").at("hits");
  if (!hits.empty()) {
    EXPECT_GE(hits[0], 1) << "the fault never came: " << journey.Evidence();
  }
  const int max = 4 * AttemptsWithin(kObserved, milliseconds(800)) + 2 * 4 * AttemptsWithin(kObserved, milliseconds(5));
  const auto left = std::chrono::duration_cast<milliseconds>(journey.start + kObserved - steady_clock::now());
  const json totals = journey.proxy.WaitFor("events=" + std::to_string(2 * max) +
                                            "&milliseconds=" + std::to_string(std::max<long>(0, left.count())));
  EXPECT_LE(totals.at("requests"), max) << journey.Evidence();
  EXPECT_LE(totals.at("connections"), max) << journey.Evidence();
  journey.ExpectStops();
}

std::vector<std::string> Files() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator("cases/faults")) names.push_back(entry.path().stem());
  std::sort(names.begin(), names.end());
  return names;
}

class FaultsCase : public ApiServerTest<testing::TestWithParam<std::string>> {};

TEST_P(FaultsCase, EndInTheRightState) {
  if (!HaveFaultProxy()) GTEST_SKIP() << "no STRUCTURAL_TEST_FAULTPROXY: run hack/test";
  Cluster cluster;
  const json scripts = json::parse(std::ifstream("cases/faults/" + GetParam() + ".json"));
  std::vector<std::jthread> threads;
  for (const json& script : scripts) {
    for (const auto run : {Converges, CheckPermanentFaults}) {
      threads.emplace_back([&cluster, &script, run] {
        SCOPED_TRACE(script.at("name"));
        try {
          run(cluster, script);
        } catch (const std::exception& e) {
          ADD_FAILURE() << e.what();
        }
      });
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Data, FaultsCase, testing::ValuesIn(Files()), [](const auto& file) { return file.param; });

}  // namespace faults_test
}  // namespace structural::e2e
