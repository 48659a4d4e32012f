// Settings of a kubeconfig and of the command line, on a real API server.
#include <csignal>
#include <fstream>

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "kube/config/kubeconfig.h"
#include "kube/transport/process.h"
#include "schema/go/base64.h"
#include "test/e2e/api_server_test.h"
#include "test/e2e/cluster.h"

namespace structural::e2e {
namespace config_test {

using base::ErrorCode;
using kube::ClientConfig;
using kube::ConfigFlags;

constexpr const char* kTokens =
    "good-token,root,1,\"system:masters\"\n"
    "weak-token,ann,2,\"team-a\"\n";

class ConfigE2e : public ApiServerTest<> {
 protected:
  void SetUp() override {
    ApiServerTest::SetUp();
    if (IsSkipped()) return;
    cluster_ = std::make_unique<Cluster>(ClusterOptions{.seed = {}, .tokens = kTokens});
    admin_ = Load(cluster_->kubeconfig());
    folder_ = TemporaryFolder();
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  static ClientConfig Load(const std::string& path, const ConfigFlags& flags = {}) {
    const auto config = kube::LoadKubeconfigs({path}, flags);
    EXPECT_TRUE(config.ok()) << config.error().message();
    return config.ok() ? *config : ClientConfig();
  }

  std::string Write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name) << text;
    return folder_ / name;
  }

  // Writes a kubeconfig that uses `user`, a YAML mapping in one line, for the cluster. Returns its path.
  std::string WithUser(const std::string& user) const {
    return Write("kubeconfig",
                 "current-context: a\ncontexts: [{name: a, context: {cluster: a, user: "
                 "a}}]\nclusters: [{name: a, cluster: {server: '" +
                     admin_.server + "', certificate-authority-data: " + go::EncodeBase64(admin_.tls.ca_pem) +
                     "}}]\nusers: [{name: a, user: " + user + "}]\n");
  }

  // Lists the CRDs. Returns "ok", or the error.
  static std::string List(kube::Transport& transport) {
    const auto list = kube::Client(transport).Get(kCrds, {});
    return list.ok() ? "ok" : std::string(ErrorCodeName(list.error().code())) + ": " + list.error().message();
  }
  static std::string List(const ClientConfig& config) {
    const auto transport = kube::NewCppRestTransport(config, "structural-e2e");
    return transport.ok() ? List(**transport) : transport.error().message();
  }

  static bool Holds(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

  std::unique_ptr<Cluster> cluster_;
  ClientConfig admin_;
  std::filesystem::path folder_;
};

TEST_F(ConfigE2e, TokensAndTokenFiles) {
  EXPECT_EQ("ok", List(Load(WithUser("{token: good-token}"))));
  const std::string wrong = List(Load(WithUser("{token: wrong-token}")));
  EXPECT_TRUE(wrong.starts_with("unauthorized: ")) << wrong;
  EXPECT_FALSE(Holds(wrong, "wrong-token"));
  EXPECT_TRUE(Holds(List(Load(WithUser("{token: weak-token}"))), "User \"ann\" cannot list"));
  EXPECT_TRUE(Holds(List(Load(WithUser("{}"))), "User \"system:anonymous\" cannot list"));

  Write("token", "old-token\n");
  const auto transport = kube::NewCppRestTransport(Load(WithUser("{tokenFile: token}")), "e2e");
  ASSERT_TRUE(transport.ok()) << transport.error().message();
  EXPECT_TRUE(List(**transport).starts_with("unauthorized: "));
  Write("token", "good-token\n");
  EXPECT_EQ("ok", List(**transport));
}

TEST_F(ConfigE2e, ExecPlugins) {
  for (const std::string version : {"v1", "v1beta1"}) {
    const std::string api = "client.authentication.k8s.io/" + version;
    const std::string user =
        "{exec: {apiVersion: " + api + ", command: ./plugin, interactiveMode: Never, args: [credential]}}";
    const std::string plugin = Write("plugin", "#!/bin/sh\ncat \"$(dirname \"$0\")/$1\"\n");
    ::chmod(plugin.c_str(), 0700);
    json credential = {{"apiVersion", api}, {"kind", "ExecCredential"}};
    credential["status"] = {{"token", "old-token"}};
    Write("credential", credential.dump());
    const auto transport = kube::NewCppRestTransport(Load(WithUser(user)), "e2e");
    ASSERT_TRUE(transport.ok()) << transport.error().message();
    EXPECT_TRUE(List(**transport).starts_with("unauthorized: "));
    credential["status"] = {{"token", "good-token"}};
    Write("credential", credential.dump());
    EXPECT_EQ("ok", List(**transport));

    credential["status"] = {{"clientCertificateData", admin_.tls.client_cert_pem},
                            {"clientKeyData", admin_.tls.client_key_pem}};
    Write("credential", credential.dump());
    EXPECT_EQ("ok", List(Load(WithUser(user))));
  }
}

TEST_F(ConfigE2e, Certificates) {
  EXPECT_EQ("ok", List(admin_));  // certificate and key are data in the kubeconfig
  const std::string files = WithUser("{client-certificate: tls.crt, client-key: tls.key}");
  Write("tls.crt", admin_.tls.client_cert_pem);
  Write("tls.key", admin_.tls.client_key_pem);
  EXPECT_EQ("ok", List(Load(files)));

  ClientConfig config = admin_;
  config.tls.ca_pem = admin_.tls.client_cert_pem;
  EXPECT_TRUE(Holds(List(config), "TLS: certificate signed by unknown authority"));
  EXPECT_EQ("ok", List(Load(cluster_->kubeconfig(), {.insecure_skip_tls_verify = true})));
  EXPECT_TRUE(Holds(List(Load(cluster_->kubeconfig(), {.tls_server_name = "other.example"})), ", not other.example"));
  EXPECT_EQ("ok", List(Load(cluster_->kubeconfig(), {.tls_server_name = "localhost"})));
}

TEST_F(ConfigE2e, Impersonation) {
  const auto as = [&](kube::Impersonation whom) {
    ClientConfig config = admin_;
    config.impersonate = std::move(whom);
    return List(config);
  };
  EXPECT_TRUE(Holds(as({.user = "bob"}), "User \"bob\" cannot list"));
  EXPECT_TRUE(Holds(as({.user = "bob", .groups = {"a", "b"}}), "User \"bob\" cannot list"));
  // The client sends two groups as two headers, not as one with a comma.
  EXPECT_EQ("ok", as({.user = "bob", .groups = {"a", "system:masters"}}));
  EXPECT_EQ("ok", as({.user = "bob",
                      .uid = "12",
                      .groups = {"system:masters"},
                      .extra = {{"acme.com/project", "one"}, {"acme.com/project", "two"}}}));
  EXPECT_TRUE(Holds(List(Load(WithUser("{token: weak-token, as: bob}"))),
                    "User \"ann\" cannot impersonate resource \"users\""));
  EXPECT_EQ("ok", List(Load(WithUser("{token: good-token, as: bob, as-groups: ['system:masters']}"))));
}

TEST_F(ConfigE2e, TheCommandLineAlone) {
  const char* binary = std::getenv("STRUCTURAL_BINARY");
  ASSERT_NE(nullptr, binary);
  const std::string ca = Write("ca.crt", admin_.tls.ca_pem);
  const ChildProcess::Environment nothing_else = {{"KUBECONFIG", ""}, {"HOME", folder_}};
  ChildProcess controller(
      {binary, "controller", "-v", "1", "--server", admin_.server, "--certificate-authority", ca, "--token",
       "good-token", "--as", "bob", "--as-group", "a", "--as-group", "system:masters", "--request-timeout", "1m"},
      nothing_else);
  EXPECT_TRUE(controller.WaitForLine("(command line)")) << controller.Output();
  EXPECT_TRUE(controller.WaitForLine("watching ")) << controller.Output();
  controller.Signal(SIGTERM);
  EXPECT_EQ(0, controller.WaitForExit());
  EXPECT_FALSE(Holds(controller.Output(), "good-token")) << controller.Output();
}

}  // namespace config_test
}  // namespace structural::e2e
