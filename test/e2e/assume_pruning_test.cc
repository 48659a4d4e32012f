// `structural validate --cluster --assume-pruning` on a real API server: it predicts which fields the server would
// prune.
#include <fstream>

#include <gtest/gtest.h>

#include "kube/wait.h"
#include "test/e2e/api_server_test.h"
#include "test/e2e/cluster.h"
#include "test/e2e/crds.h"
#include "test/e2e/fault_proxy.h"

namespace structural::e2e {
namespace assume_pruning_test {

constexpr const char* kRbac = R"(
kind: ClusterRole
metadata: {name: reader}
rules:
- {apiGroups: [apiextensions.k8s.io], resources: [customresourcedefinitions], verbs: [get, list]}
- {apiGroups: [e2e.example.com], resources: [gadgets], verbs: [list]}
---
kind: ClusterRoleBinding
metadata: {name: reader}
roleRef: {kind: ClusterRole, name: reader}
subjects: [{kind: User, name: ann}]
)";

const json kSchema = json::parse(R"({"type": "object", "properties": {
    "spec": {"type": "object", "properties": {
        "cmd": {"type": "string"},
        "ports": {"type": "array", "items": {"type": "object",
                                             "properties": {"port": {"type": "integer"}}}},
        "any": {"type": "object", "x-kubernetes-preserve-unknown-fields": true}}}}})");

std::string Spec(int i) {
  return R"({"cmd": "x", "any": {"y": 1}, "privileged": true, "ports": [{"port": )" + std::to_string(i) +
         R"(, "nmae": "a"}, {"nmae": "b"}]})";
}

class AssumePruningE2e : public ApiServerTest<> {
 protected:
  void SetUp() override {
    ApiServerTest::SetUp();
    if (IsSkipped()) return;
    cluster_ = std::make_unique<Cluster>(ClusterOptions{.seed = {}, .rbac = kRbac});
  }

  static std::string Path(const std::string& plural, const std::string& namespace_) {
    return "/apis/e2e.example.com/v1/" + (namespace_.empty() ? "" : "namespaces/" + namespace_ + "/") + plural;
  }

  void Serve(const json& crd) {
    cluster_->Create(crd);
    cluster_->WaitFor(NameOf(crd), "established", IsEstablished);
    const std::string path = Path(crd.at("/spec/names/plural"_json_pointer), "");
    while (!cluster_->client().Get(path, {}).ok()) kube::SleepFor(std::chrono::milliseconds(20), {});
  }

  // Creates a custom resource of the kind. The kind's plural is its name with a small first letter.
  void Add(const std::string& kind, const std::string& namespace_, const std::string& name, const std::string& spec) {
    std::string plural = kind;
    plural[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(plural[0])));
    json object = {{"apiVersion", "e2e.example.com/v1"}, {"kind", kind}, {"spec", json::parse(spec)}};
    object["metadata"]["name"] = name;
    const auto made = cluster_->client().Create(Path(plural, namespace_), object.dump(), {});
    ASSERT_TRUE(made.ok()) << made.error().message();
  }

  std::pair<int, std::string> Prune(std::vector<std::string> flags, const std::string& kubeconfig = {}) {
    flags.insert(flags.end(), {"--cluster", "--assume-pruning"});
    const auto run = RunCommand(kubeconfig.empty() ? cluster_->kubeconfig() : kubeconfig, "validate", flags);
    const int code = run->WaitForExit();
    return {code, run->Output()};
  }

  // Returns the entry of the JSON report for the CRD whose plural is `crd`, or null if the report has none.
  static json Of(const std::string& report, const std::string& crd) {
    const json parsed = json::parse(report);
    for (const json& kind : parsed.at("kinds")) {
      if (kind.at("crd") == crd + ".e2e.example.com") return kind;
    }
    return nullptr;
  }

  std::unique_ptr<Cluster> cluster_;
};

TEST_F(AssumePruningE2e, PredictsTheFieldsThatPruningRemoves) {
  const json crd = Crd("Gadgets", kSchema);
  Serve(crd);
  Serve(Crd("Pruned", kSchema, {{"preserveUnknownFields", false}}));
  for (const char* name : {"a", "b"}) Add("Gadgets", "one", name, Spec(1));
  Add("Gadgets", "two", "fine", R"({"cmd": "x", "ports": [{"port": 1}]})");
  const auto [code, report] = Prune({"-o", "json"});
  ASSERT_EQ(1, code) << report;
  EXPECT_EQ(json(), Of(report, "pruned"));
  const json gadgets = Of(report, "gadgets");
  const json fields = {"spec.ports[0].nmae", "spec.ports[1].nmae", "spec.privileged"};
  EXPECT_EQ(json({{{"namespace", "one"}, {"name", "a"}, {"lost", fields}},
                  {{"namespace", "one"}, {"name", "b"}, {"lost", fields}}}),
            gadgets.at("objects"));
  EXPECT_EQ(3, gadgets.at("read"));
  EXPECT_EQ(json({{{"path", "spec.ports[*].nmae"}, {"objects", 2}, {"first", "one/a"}},
                  {{"path", "spec.privileged"}, {"objects", 2}, {"first", "one/a"}}}),
            gadgets.at("/lost/entries"_json_pointer));

  const std::string object = Path("gadgets", "one") + "/a";
  json expected = json::parse(*cluster_->client().Get(object, {}));
  expected["spec"] = {{"cmd", "x"}, {"any", {{"y", 1}}}, {"ports", {{{"port", 1}}, json::object()}}};
  cluster_->Replace(Crd("Gadgets", kSchema, {{"preserveUnknownFields", false}}));
  json now;
  for (int tries = 0; tries < 1000; ++tries) {
    now = json::parse(*cluster_->client().Get(object, {}));
    if (now == expected) break;
    kube::SleepFor(std::chrono::milliseconds(20), {});
  }
  EXPECT_EQ(expected, now);
  EXPECT_EQ(0, Prune({}).first);
}

TEST_F(AssumePruningE2e, PagesNamespacesAndSelectors) {
  Serve(Crd("Gadgets", kSchema));
  Serve(Crd("Nodes", {{"properties", {{"a", {{"minimum", 1}}}}}}, {{"scope", "Cluster"}}));
  for (int i = 0; i < 7; ++i) Add("Gadgets", i < 4 ? "one" : "two", std::to_string(i), Spec(i));
  Add("Nodes", "", "n", "{}");
  const auto [code, text] = Prune({"--chunk-size", "2"});
  EXPECT_EQ(2, code) << "the server cannot prune the nodes";
  EXPECT_NE(std::string::npos, text.find("gadgets.e2e.example.com, read as v1\n"
                                         "  one/0: loses spec.ports[0].nmae, spec.ports[1].nmae, "
                                         "spec.privileged\n"))
      << text;
  EXPECT_NE(std::string::npos, text.find("  7 of 7 objects would lose fields:\n"
                                         "    spec.ports[*].nmae: 7 objects, first one/0\n"
                                         "    spec.privileged: 7 objects, first one/0\n\n"
                                         "nodes.e2e.example.com, read as v1\n"
                                         "  incomplete: the API server prunes only by structural schemas: "))
      << text;
  EXPECT_NE(std::string::npos, text.find("7 would lose fields")) << text;
  const auto [_, selected] = Prune({"-n", "two", "--name", "gadgets.*", "-o", "json"});
  EXPECT_EQ(3, Of(selected, "gadgets").at("read"));
  EXPECT_EQ(json(), Of(selected, "nodes"));
}

TEST_F(AssumePruningE2e, AnExpiredTokenCountsNoObjectTwice) {
  if (!HaveFaultProxy()) GTEST_SKIP() << "no STRUCTURAL_TEST_FAULTPROXY: run hack/test";
  Serve(Crd("Gadgets", kSchema));
  for (int i = 0; i < 6; ++i) Add("Gadgets", "one", std::to_string(i), Spec(i));
  const json expired = json::parse(R"({"kind": "Status", "apiVersion": "v1", "status": "Failure",
      "message": "The provided continue parameter is too old", "reason": "Expired", "code": 410})");
  FaultProxy proxy({{"name", "expired"},
                    {"rules",
                     {{{"on", {{"path", "/gadgets"}, {"query", "continue="}}},
                       {"from", 2},
                       {"answer", {{"status", 410}, {"body", expired.dump()}}}}}}},
                   {"--upstream", cluster_->kubeconfig()});
  const auto [code, report] = Prune({"-o", "json", "--chunk-size", "2"}, proxy.kubeconfig());
  EXPECT_EQ(json({1}), proxy.Totals().at("hits"));
  EXPECT_EQ(1, code);
  const json gadgets = Of(report, "gadgets");
  EXPECT_EQ(6, gadgets.at("read"));
  ASSERT_EQ(6, gadgets.at("objects").size());
  for (int i = 0; i < 6; ++i) EXPECT_EQ(gadgets.at("objects").at(i).at("name"), std::to_string(i));
}

TEST_F(AssumePruningE2e, MissingRightsAreReportedAndOtherKindsAreRead) {
  Serve(Crd("Gadgets", kSchema));
  Serve(Crd("Aaa", kSchema));
  Add("Gadgets", "one", "a", Spec(1));
  const auto [code, text] = Prune({"--as", "ann"});
  EXPECT_EQ(2, code);
  EXPECT_NE(std::string::npos, text.find("structural validate: aaa.e2e.example.com: the right to list "
                                         "aaa.e2e.example.com is missing: GET /apis/e2e.example.com/v1/aaa: "))
      << text;
  EXPECT_NE(std::string::npos, text.find("  one/a: loses spec.ports[0].nmae")) << text;
  EXPECT_NE(std::string::npos, text.find("; 1 kind not read completely\n")) << text;
  const auto [none, refused] = Prune({"--as", "bob"});
  EXPECT_EQ(2, none);
  EXPECT_NE(std::string::npos, refused.find("the right to list CustomResourceDefinitions is missing")) << refused;
}

TEST_F(AssumePruningE2e, SchemasInFilesReplaceTheServers) {
  Serve(Crd("Gadgets", kSchema, {{"preserveUnknownFields", false}}));
  Add("Gadgets", "one", "a", R"({"cmd": "x", "any": {"y": 1}})");
  json schema = kSchema;
  schema["properties"]["spec"]["properties"].erase("any");
  const auto file = TemporaryFolder() / "crd.json";
  std::ofstream(file) << Crd("Gadgets", schema).dump();
  const auto [code, text] = Prune({"--crd", file});
  EXPECT_EQ(1, code);
  EXPECT_NE(std::string::npos, text.find("  one/a: loses spec.any\n")) << text;
  std::filesystem::remove_all(file.parent_path());
}

}  // namespace assume_pruning_test
}  // namespace structural::e2e
