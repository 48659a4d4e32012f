#include "kube/config/kubeconfig.h"

#include <gtest/gtest.h>

#include "test/support/cases.h"

namespace structural::kube {
namespace kubeconfig_test {

const std::string kFolder = "cases/kube/kubeconfig/";

nlohmann::json ToJson(const ExecConfig& exec) {
  return {{"command", exec.command},
          {"args", exec.args},
          {"env", exec.env},
          {"api_version", exec.api_version},
          {"interactive", static_cast<int>(exec.interactive)},
          {"provide_cluster_info", exec.provide_cluster_info},
          {"install_hint", exec.install_hint},
          {"cluster_config", exec.cluster_config}};
}

// Returns the fields of the config that are not empty, as JSON.
nlohmann::json ToJson(const ClientConfig& config) {
  nlohmann::json all = {{"server", config.server},
                        {"ca_pem", config.tls.ca_pem},
                        {"ca_file", config.tls.ca_file},
                        {"client_cert_pem", config.tls.client_cert_pem},
                        {"client_cert_file", config.tls.client_cert_file},
                        {"client_key_pem", config.tls.client_key_pem},
                        {"client_key_file", config.tls.client_key_file},
                        {"server_name", config.tls.server_name},
                        {"insecure", config.tls.insecure_skip_verify},
                        {"token", config.token},
                        {"token_file", config.token_file},
                        {"username", config.username},
                        {"password", config.password},
                        {"as", config.impersonate.user},
                        {"as_uid", config.impersonate.uid},
                        {"as_groups", config.impersonate.groups},
                        {"as_extra", config.impersonate.extra},
                        {"proxy_url", config.proxy_url},
                        {"disable_compression", config.disable_compression},
                        {"default_namespace", config.default_namespace}};
  if (config.exec) all["exec"] = ToJson(*config.exec);
  for (auto at = all.begin(); at != all.end();) {
    at = *at == "" || *at == false || *at == nlohmann::json::array() ? all.erase(at) : ++at;
  }
  return all;
}

class KubeconfigCases : public ::testing::TestWithParam<test::Case> {};

TEST_P(KubeconfigCases, GiveTheConfigOrTheError) {
  const nlohmann::json& data = GetParam().data;
  const std::string path = kFolder + data["file"].get<std::string>();
  const std::string context = data.value("context", "");
  // If not empty, name of the user that the test selects, together with the cluster "ok".
  const std::string user = data.value("user", "");
  const base::Result<ClientConfig> config =
      LoadKubeconfigs({path}, {.context = context, .cluster = user.empty() ? "" : "ok", .user = user});
  if (data.contains("error")) {
    ASSERT_FALSE(config.ok());
    EXPECT_EQ(data.value("code", "invalid_input"), base::ErrorCodeName(config.error().code()));
    EXPECT_NE(std::string::npos, config.error().message().find(data["error"].get<std::string>()))
        << config.error().message();
    EXPECT_EQ(std::string::npos, config.error().message().find("secret-")) << config.error().message();
    return;
  }
  ASSERT_TRUE(config.ok()) << config.error().message();
  EXPECT_EQ(data["config"], ToJson(*config));
  EXPECT_TRUE(config->source.starts_with("kubeconfig " + path + ", context ")) << config->source;
}

INSTANTIATE_TEST_SUITE_P(Kubeconfig, KubeconfigCases, ::testing::ValuesIn(test::LoadCases("kube/kubeconfig")),
                         test::CaseName);

TEST(Kubeconfig, SeveralFilesAreMerged) {
  const auto config = LoadKubeconfigs({kFolder + "nowhere.yaml", kFolder + "first.yaml", kFolder + "second.yaml"});
  ASSERT_TRUE(config.ok()) << config.error().message();
  EXPECT_EQ("https://first.example", config->server);
  EXPECT_EQ("second", config->token);
}

// If two files have an entry of the same name, only the entry in the first file counts, with all its fields. Relative
// paths in an entry are relative to the folder of its file.
TEST(Kubeconfig, AnEntryIsTakenWholeFromTheFirstFile) {
  const auto config = LoadKubeconfigs({kFolder + "merge/one.yaml", kFolder + "merge/folder/two.yaml"});
  ASSERT_TRUE(config.ok()) << config.error().message();
  EXPECT_EQ("https://one.example", config->server);
  EXPECT_EQ("", config->tls.server_name);
  EXPECT_EQ("CA of one\n", config->tls.ca_pem);
  EXPECT_EQ(kFolder + "merge/folder/./token", config->token_file);
  const auto other = LoadKubeconfigs({kFolder + "merge/folder/two.yaml", kFolder + "merge/one.yaml"});
  ASSERT_TRUE(other.ok()) << other.error().message();
  EXPECT_EQ("https://two.example", other->server);
  EXPECT_EQ("two.example", other->tls.server_name);
  EXPECT_EQ("", other->tls.ca_pem);
}

TEST(Kubeconfig, ABrokenFileIsAnError) {
  const auto config = LoadKubeconfigs({kFolder + "first.yaml", kFolder + "no-yaml.yaml"});
  ASSERT_FALSE(config.ok());
  EXPECT_NE(std::string::npos, config.error().message().find("no-yaml.yaml:2: not valid YAML"))
      << config.error().message();
}

TEST(Kubeconfig, AFolderIsAnError) {
  const auto config = LoadKubeconfigs({"cases"});
  ASSERT_FALSE(config.ok());
  EXPECT_EQ("kubeconfig: read cases: Is a directory", config.error().message());
}

}  // namespace kubeconfig_test
}  // namespace structural::kube
