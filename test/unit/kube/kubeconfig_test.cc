#include "kube/kubeconfig.h"

#include <gtest/gtest.h>

#include "test/support/cases.h"

namespace structural::kube {
namespace {

const std::string kFolder = "cases/kube/kubeconfig/";

class KubeconfigCases : public ::testing::TestWithParam<test::Case> {};

TEST_P(KubeconfigCases, GiveTheConfigOrTheMistake) {
  const nlohmann::json& data = GetParam().data;
  const std::string path = kFolder + data["file"].get<std::string>();
  const std::string context = data.value("context", "");
  const base::Result<ClientConfig> config = LoadKubeconfig(path, context);
  if (data.contains("error")) {
    ASSERT_FALSE(config.ok());
    EXPECT_EQ(data.value("code", "invalid_input"), base::ErrorCodeName(config.error().code()));
    EXPECT_NE(std::string::npos, config.error().message().find(data["error"].get<std::string>()))
        << config.error().message();
    return;
  }
  ASSERT_TRUE(config.ok()) << config.error().message();
  const nlohmann::json& wanted = data["config"];
  EXPECT_EQ(wanted.value("server", ""), config->server);
  EXPECT_EQ(wanted.value("ca_pem", ""), config->tls.ca_pem);
  EXPECT_EQ(wanted.value("client_cert_pem", ""), config->tls.client_cert_pem);
  EXPECT_EQ(wanted.value("client_key_pem", ""), config->tls.client_key_pem);
  EXPECT_EQ(wanted.value("server_name", ""), config->tls.server_name);
  EXPECT_EQ(wanted.value("insecure", false), config->tls.insecure_skip_verify);
  EXPECT_EQ(wanted.value("token", ""), config->token);
  EXPECT_EQ(wanted.value("token_file", ""), config->token_file);
  EXPECT_TRUE(config->source.starts_with("kubeconfig " + path + ", context ")) << config->source;
}

INSTANTIATE_TEST_SUITE_P(Kubeconfig, KubeconfigCases,
                         ::testing::ValuesIn(test::LoadCases("kube/kubeconfig")), test::CaseName);

TEST(Kubeconfig, SeveralFilesMakeOne) {
  const auto config = LoadKubeconfigs(
      {kFolder + "nowhere.yaml", kFolder + "first.yaml", kFolder + "second.yaml"});
  ASSERT_TRUE(config.ok()) << config.error().message();
  EXPECT_EQ("https://first.example", config->server);
  EXPECT_EQ("second", config->token);
}

TEST(Kubeconfig, AFolderIsAMistake) {
  const auto config = LoadKubeconfig("cases");
  ASSERT_FALSE(config.ok());
  EXPECT_EQ("kubeconfig: read cases: Is a directory", config.error().message());
}

}  // namespace
}  // namespace structural::kube
