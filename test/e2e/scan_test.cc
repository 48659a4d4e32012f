// structural scan on a real API server.
#include <csignal>
#include <fstream>

#include <gtest/gtest.h>

#include "kube/config/kubeconfig.h"
#include "schema/go/base64.h"
#include "test/e2e/api_server_test.h"
#include "test/e2e/cluster.h"
#include "test/e2e/crds.h"

namespace structural::e2e {
namespace scan_test {

constexpr const char* kTokens = "reader-token,reader,u1,\"readers\"\nnobody-token,nobody,u2,\"nobodies\"\n";
constexpr const char* kRbac = R"(
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: {name: scan}
rules:
- {apiGroups: [apiextensions.k8s.io], resources: [customresourcedefinitions], verbs: [list]}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata: {name: scan}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: scan}
subjects: [{apiGroup: rbac.authorization.k8s.io, kind: User, name: reader}]
)";

struct Outcome {
  int exit_code;
  std::string text;  // standard output and error

  json Json() const { return json::parse(text, nullptr, false); }
};

class ScanE2e : public ApiServerTest<> {
 protected:
  void SetUp() override {
    ApiServerTest::SetUp();
    folder_ = TemporaryFolder();
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  // Starts a cluster whose built-in controller writes the conditions.
  void Start(std::vector<json> seed = {}) {
    cluster_.emplace(
        ClusterOptions{.built_in_controller = true, .seed = std::move(seed), .tokens = kTokens, .rbac = kRbac});
  }
  void WaitForCondition(const json& crd) {
    cluster_->WaitFor(NameOf(crd), "condition", [](const json& found) { return !ConditionOf(found).is_null(); });
  }

  Outcome Scan(std::vector<std::string> flags) {
    const auto scan = RunCommand(*cluster_, "scan", std::move(flags));
    const int exit_code = scan->WaitForExit();
    return {exit_code, scan->Output()};
  }

  // Writes a kubeconfig with three contexts: `one` and `two` use this token, and the server of the third does not
  // exist. Returns its path.
  std::string WithToken(const std::string& token) const {
    const auto admin = *kube::LoadKubeconfigs({cluster_->kubeconfig()});
    const json cluster = {{"server", admin.server}, {"certificate-authority-data", go::EncodeBase64(admin.tls.ca_pem)}};
    const auto context = [](const char* name, const char* to) {
      return json{{"name", name}, {"context", {{"cluster", to}, {"user", "a"}}}};
    };
    const json config = {
        {"current-context", "one"},
        {"contexts", {context("one", "a"), context("nowhere", "b"), context("two", "a")}},
        {"clusters",
         {{{"name", "a"}, {"cluster", cluster}}, {{"name", "b"}, {"cluster", {{"server", "https://127.0.0.1:1"}}}}}},
        {"users", {{{"name", "a"}, {"user", {{"token", token}}}}}}};
    const std::string path = folder_ / "kubeconfig";
    std::ofstream(path) << config.dump();
    return path;
  }

  std::optional<Cluster> cluster_;
  std::filesystem::path folder_;
};

// Returns CRDs, one for each kind of violation.
std::vector<json> Zoo() {
  json error = Crd("Unknown", {{"type", "object"}, {"properties", {{"a", {{"$ref", "#/x"}}}}}});
  return {Structural("Good"), NonStructural("Bad"), std::move(error),
          Crd("Nested",
              {{"type", "object"},
               {"properties",
                {{"l", {{"type", "array"}}}, {"m", {{"anyOf", {{{"type", "string"}}, {{"type", "object"}}}}}}}}})};
}

TEST_F(ScanE2e, AgreesWithTheServersOwnController) {
  const std::vector<json> zoo = Zoo();
  Start(zoo);
  for (const json& crd : zoo) {
    if (NameOf(crd) != NameOf(Structural("Good"))) WaitForCondition(crd);
  }
  const Outcome outcome = Scan({"-o", "json"});
  EXPECT_EQ(1, outcome.exit_code) << outcome.text;
  const json report = outcome.Json();
  ASSERT_EQ(zoo.size(), report.at("crds").size()) << outcome.text;
  for (const json& crd : report.at("crds")) {
    EXPECT_EQ("agrees", crd.at("/condition/state"_json_pointer)) << crd.dump();
    const json found = ConditionOf(cluster_->Get(crd.at("name")));
    const bool structural = crd.at("state") == "structural";
    EXPECT_EQ(structural, found.is_null());
    if (structural) continue;
    EXPECT_EQ(found.at("lastTransitionTime"), crd.at("/condition/since"_json_pointer));
    EXPECT_EQ(found.at("status"), crd.at("/condition/wanted/status"_json_pointer));
  }
  EXPECT_EQ(1, report.at("/summary/structuralError"_json_pointer));
  EXPECT_EQ(2, report.at("/summary/nonStructural"_json_pointer));
}

TEST_F(ScanE2e, FiltersAndExitCodes) {
  Start(Zoo());
  EXPECT_EQ(0, Scan({"--state", "structural"}).exit_code);
  EXPECT_EQ(2, Scan({"--group", "other.example.com"}).exit_code) << "no CRD has this group";
  EXPECT_EQ(0, Scan({"--group", "*.other.example.com"}).exit_code);
  EXPECT_EQ(0, Scan({"--no-fail"}).exit_code);
  EXPECT_EQ(0, Scan({"good.*"}).exit_code);
  EXPECT_EQ(0, Scan({"good.e2e.example.com"}).exit_code);
  EXPECT_EQ(0, Scan({"gold.*"}).exit_code);
  const Outcome misspelt = Scan({"good.e2e.example.com", "gold.e2e.example.com"});
  EXPECT_EQ(2, misspelt.exit_code);
  EXPECT_NE(std::string::npos, misspelt.text.find("CustomResourceDefinition gold.e2e.example.com does not exist"))
      << misspelt.text;
  const Outcome ruled = Scan({"--breaks", "array-items", "--no-headers"});
  EXPECT_EQ(1, ruled.exit_code);
  EXPECT_EQ(0u, ruled.text.find("nested.e2e.example.com ")) << ruled.text;
  const Outcome quiet = Scan({"-q"});
  EXPECT_EQ(1, quiet.exit_code);
  EXPECT_EQ("", quiet.text);
  for (const std::vector<std::string>& wrong : {std::vector<std::string>{"--breaks", "none"},
                                                {"--state", "none"},
                                                {"-o", "none"},
                                                {"--context", "none"},
                                                {"--context", "test", "--all-contexts"}}) {
    EXPECT_EQ(2, Scan(wrong).exit_code) << wrong.back();
  }
}

TEST_F(ScanE2e, NeedsOnlyTheRightToList) {
  Start({Structural("Good")});
  const Outcome reader = Scan({"--kubeconfig", WithToken("reader-token")});
  EXPECT_EQ(0, reader.exit_code) << reader.text;
  EXPECT_NE(std::string::npos, reader.text.find("1 CRD: 1 structural")) << reader.text;
}

TEST_F(ScanE2e, ReportsMissingRights) {
  Start();
  const Outcome nobody = Scan({"--kubeconfig", WithToken("nobody-token")});
  EXPECT_EQ(2, nobody.exit_code);
  EXPECT_NE(std::string::npos, nobody.text.find("\"nobody\" cannot list resource")) << nobody.text;
  EXPECT_NE(std::string::npos, nobody.text.find("ClusterRole")) << nobody.text;
  const Outcome stranger = Scan({"--kubeconfig", WithToken("no-such-token")});
  EXPECT_EQ(2, stranger.exit_code);
  EXPECT_NE(std::string::npos, stranger.text.find("does not accept these credentials"));
}

TEST_F(ScanE2e, WatchesAsLines) {
  Start({Structural("Good")});
  const auto watch = RunCommand(*cluster_, "scan", {"--watch"});
  ASSERT_TRUE(watch->WaitForLine("good.e2e.example.com   v1         structural ")) << watch->Output();
  cluster_->Create(NonStructural("Bad"));
  EXPECT_TRUE(watch->WaitForLine("bad.e2e.example.com    v1         non-structural     3            -"))
      << watch->Output();
  EXPECT_TRUE(watch->WaitForLine("agrees")) << watch->Output();
  cluster_->Delete(NameOf(NonStructural("Bad")));
  EXPECT_TRUE(watch->WaitForLine("bad.e2e.example.com    v1         deleted")) << watch->Output();
  watch->Signal(SIGTERM);
  EXPECT_EQ(0, watch->WaitForExit()) << watch->Output();
}

TEST_F(ScanE2e, WatchesAsJson) {
  Start({Structural("Good")});
  const auto watch = RunCommand(*cluster_, "scan", {"--watch", "-o", "json"});
  ASSERT_TRUE(watch->WaitForLine(R"({"type":"ADDED","crd":{"context":"test","name":"good.)"));
  cluster_->Delete(NameOf(Structural("Good")));
  EXPECT_TRUE(watch->WaitForLine(R"({"type":"DELETED","crd":{"context":"test","name":"good.)"));
  watch->Signal(SIGINT);
  EXPECT_EQ(0, watch->WaitForExit());
}

TEST_F(ScanE2e, AWatchNeedsTheRightToWatch) {
  Start({Structural("Good")});
  const Outcome reader = Scan({"--watch", "--kubeconfig", WithToken("reader-token")});
  EXPECT_EQ(2, reader.exit_code);
  EXPECT_NE(std::string::npos, reader.text.find("good.e2e.example.com")) << reader.text;
  EXPECT_NE(std::string::npos, reader.text.find("cannot watch resource")) << reader.text;
  EXPECT_NE(std::string::npos, reader.text.find("with --watch also to watch")) << reader.text;
}

TEST_F(ScanE2e, SeveralClusters) {
  Start({NonStructural("Bad")});
  const std::string kubeconfig = WithToken("reader-token");
  const Outcome both = Scan({"--kubeconfig", kubeconfig, "--context", "one", "--context", "two"});
  EXPECT_EQ(1, both.exit_code) << both.text;
  EXPECT_NE(std::string::npos, both.text.find("\none       bad.e2e.example.com")) << both.text;
  EXPECT_NE(std::string::npos, both.text.find("\ntwo       bad.e2e.example.com")) << both.text;

  const Outcome all = Scan({"--kubeconfig", kubeconfig, "--all-contexts"});
  EXPECT_EQ(2, all.exit_code) << "one of them cannot be reached";
  EXPECT_NE(std::string::npos, all.text.find("context nowhere: ")) << all.text;
  EXPECT_NE(std::string::npos, all.text.find("\ntwo       bad.e2e.example.com")) << all.text;
}

}  // namespace scan_test
}  // namespace structural::e2e
