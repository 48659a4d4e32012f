#include "kube/config/resolve.h"

#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

namespace structural::kube {
namespace resolve_test {

using base::ErrorCode;

// A temporary folder, which is deleted after the test, and an environment whose variables have the path of the folder.
class ResolveTest : public ::testing::Test {
 protected:
  ResolveTest() {
    std::string pattern = (std::filesystem::temp_directory_path() / "resolve.XXXXXX").string();
    folder_ = ::mkdtemp(pattern.data());
    environment_.variable = [this](const std::string& name) {
      const auto found = variables_.find(name);
      return found == variables_.end() ? "" : found->second;
    };
    environment_.service_account_folder = folder_ + "/account";
  }
  ~ResolveTest() override { std::filesystem::remove_all(folder_); }

  void Write(const std::string& name, const std::string& text) {
    const std::filesystem::path path = folder_ + "/" + name;
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path) << text;
  }

  std::string WriteKubeconfig(const std::string& name) {
    Write(name,
          "{current-context: a, contexts: [{name: a, context: {cluster: a}}], clusters: "
          "[{name: a, cluster: {server: 'https://" +
              name + "'}}]}");
    return folder_ + "/" + name;
  }

  void EnterCluster() {
    variables_["KUBERNETES_SERVICE_HOST"] = "10.96.0.1";
    variables_["KUBERNETES_SERVICE_PORT"] = "443";
    Write("account/token", "t\n");
    Write("account/ca.crt", "CA");
    Write("account/namespace", "team-a");
  }

  std::string Server(const ConfigFlags& flags = {}) {
    const auto config = ResolveConfig(flags, environment_);
    return config.ok() ? config->server : config.error().message();
  }

  std::string folder_;
  std::map<std::string, std::string> variables_;
  Environment environment_;
};

TEST_F(ResolveTest, HasKubectlsOrder) {
  variables_["HOME"] = folder_;
  EXPECT_EQ(
      "no API server is configured: no --kubeconfig, no KUBECONFIG, not in a cluster: "
      "KUBERNETES_SERVICE_HOST and KUBERNETES_SERVICE_PORT are not set, kubeconfig: no such "
      "file: " +
          folder_ + "/.kube/config",
      Server());
  WriteKubeconfig(".kube/config");
  EXPECT_EQ("https://.kube/config", Server());
  EnterCluster();
  EXPECT_EQ("https://10.96.0.1:443", Server());
  EXPECT_EQ("https://.kube/config", Server({.context = "a"}));
  variables_["KUBECONFIG"] = ":" + WriteKubeconfig("variable") + ":/nowhere";
  EXPECT_EQ("https://variable", Server());
  EXPECT_EQ("https://flag", Server({.kubeconfig = WriteKubeconfig("flag")}));
}

TEST_F(ResolveTest, FlagsApplyToEverySource) {
  EXPECT_EQ("https://flag", Server({.server = "https://flag"}));
  EnterCluster();
  EXPECT_EQ("https://flag", Server({.server = "https://flag"}));
  const auto config = ResolveConfig({.server = "https://flag", .token = "mine"}, environment_);
  ASSERT_TRUE(config.ok()) << config.error().message();
  EXPECT_EQ("in-cluster", config->source);
  EXPECT_EQ("mine", config->token);
  EXPECT_EQ("", config->token_file);
  EXPECT_EQ("CA", config->tls.ca_pem);
  variables_["KUBECONFIG"] = folder_ + "/nowhere";
  EXPECT_EQ("kubeconfig: no such file: " + folder_ + "/nowhere", Server());
  EXPECT_EQ("https://flag", Server({.server = "https://flag"}));
}

TEST_F(ResolveTest, TheEnvironmentsProxyIsUsedWhereNoneIsNamed) {
  const auto proxy_of = [&](const ConfigFlags& flags) {
    const auto config = ResolveConfig(flags, environment_);
    return config.ok() ? config->proxy_url : config.error().message();
  };
  variables_["HTTPS_PROXY"] = "proxy.example:3128";
  EXPECT_EQ("http://proxy.example:3128", proxy_of({.server = "https://a.example"}));
  EXPECT_EQ("", proxy_of({.server = "https://localhost:6443"}));
  EXPECT_EQ("socks5://me:secret-pass@p.example",
            proxy_of({.kubeconfig = "cases/kube/kubeconfig/exec.yaml", .context = "proxied"}));
  EnterCluster();
  EXPECT_EQ("http://proxy.example:3128", proxy_of({}));
  variables_["NO_PROXY"] = "10.0.0.0/8";
  EXPECT_EQ("", proxy_of({}));
}

TEST_F(ResolveTest, NamesTheExistingContexts) {
  variables_["HOME"] = folder_;
  EXPECT_EQ(ErrorCode::kNotFound, ResolveContexts({}, environment_).error().code());
  Write(".kube/config", "contexts: [{name: home}]");
  Write("one", "contexts: [{name: b}, {name: a}]");
  Write("two", "contexts: [{name: a}, {name: c}]");
  const auto names = [&](const ConfigFlags& flags) { return *ResolveContexts(flags, environment_); };
  EXPECT_EQ((std::vector<std::string>{"home"}), names({}));
  variables_["KUBECONFIG"] = folder_ + "/one:" + folder_ + "/two";
  EXPECT_EQ((std::vector<std::string>{"b", "a", "c"}), names({}));
  EXPECT_EQ((std::vector<std::string>{"a", "c"}), names({.kubeconfig = folder_ + "/two"}));
}

TEST_F(ResolveTest, AnInvalidFileIsAnError) {
  variables_["HOME"] = folder_;
  WriteKubeconfig(".kube/config");
  EXPECT_EQ("kubeconfig: no such file: /nowhere", Server({.kubeconfig = "/nowhere"}));
  EnterCluster();
  std::filesystem::remove(folder_ + "/account/token");
  EXPECT_EQ("in-cluster: read " + folder_ +
                "/account/token: No such file or directory; the Pod "
                "needs a service account (automountServiceAccountToken: true)",
            Server());
}

TEST_F(ResolveTest, InClusterTakesIpv6AndKeepsTheTokensFile) {
  EnterCluster();
  variables_["KUBERNETES_SERVICE_HOST"] = "fd00::1";
  const auto config = LoadInClusterConfig(environment_);
  ASSERT_TRUE(config.ok()) << config.error().message();
  EXPECT_EQ("https://[fd00::1]:443", config->server);
  EXPECT_EQ("CA", config->tls.ca_pem);
  EXPECT_EQ(folder_ + "/account/ca.crt", config->tls.ca_file);
  EXPECT_EQ("team-a", config->default_namespace);
  EXPECT_EQ(folder_ + "/account/token", config->token_file);
  EXPECT_EQ("in-cluster", config->source);
  variables_.clear();
  EXPECT_EQ(ErrorCode::kNotFound, LoadInClusterConfig(environment_).error().code());
}

}  // namespace resolve_test
}  // namespace structural::kube
