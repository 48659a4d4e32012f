// Tests of command-line flags that override a kubeconfig.
#include "kube/config/config_flags.h"

#include <gtest/gtest.h>

#include "kube/config/kubeconfig.h"

namespace structural::kube {
namespace config_flags_test {

using std::chrono::milliseconds;

const std::string kFolder = "cases/kube/kubeconfig/";

ClientConfig Load(const std::string& file, const ConfigFlags& flags) {
  const auto config = LoadKubeconfigs({kFolder + file}, flags);
  EXPECT_TRUE(config.ok()) << config.error().message();
  return config.ok() ? *config : ClientConfig();
}

std::string Refusal(const std::string& file, const ConfigFlags& flags) {
  const auto config = LoadKubeconfigs({kFolder + file}, flags);
  return config.ok() ? "none" : config.error().message();
}

TEST(ConfigFlags, ChooseClusterAndUser) {
  const ClientConfig config = Load("tokens.yaml", {.cluster = "insecure", .user = "basic"});
  EXPECT_TRUE(config.tls.insecure_skip_verify);
  EXPECT_EQ("ann", config.username);
  EXPECT_EQ("", config.token);
  EXPECT_NE(std::string::npos,
            Refusal("tokens.yaml", {.user = "bob"}).find("users: no user named \"bob\" exists; available: basic, "));
  // With a flag for the cluster or the server, the kubeconfig needs no current-context.
  EXPECT_EQ("https://a", Load("mistakes.yaml", {.cluster = "ok"}).server);
  EXPECT_EQ("https://x", Load("mistakes.yaml", {.server = "https://x"}).server);
}

TEST(ConfigFlags, AServerFlagDropsTheTlsServerName) {
  EXPECT_EQ("b.example", Load("tokens.yaml", {}).tls.server_name);
  EXPECT_EQ("", Load("tokens.yaml", {.server = "https://x"}).tls.server_name);
  EXPECT_EQ("c", Load("tokens.yaml", {.tls_server_name = "c"}).tls.server_name);
}

TEST(ConfigFlags, CertificateFlagsReplaceTheTrustOfTheCluster) {
  const std::string ca = kFolder + "merge/ca.crt";
  const ClientConfig other = Load("files.yaml", {.certificate_authority = ca});
  EXPECT_EQ("CA of one\n", other.tls.ca_pem);
  EXPECT_EQ(ca, other.tls.ca_file);
  const ClientConfig none = Load("data.yaml", {.insecure_skip_tls_verify = true});
  EXPECT_EQ("", none.tls.ca_pem);
  EXPECT_TRUE(none.tls.insecure_skip_verify);
  EXPECT_FALSE(Load("tokens.yaml", {.context = "insecure", .certificate_authority = ca}).tls.insecure_skip_verify);
  // A file that the kubeconfig names can be missing if a flag makes it unnecessary.
  EXPECT_EQ("https://a", Load("mistakes.yaml", {.context = "no-ca-file", .insecure_skip_tls_verify = true}).server);
  EXPECT_EQ("--certificate-authority: read nowhere: No such file or directory",
            Refusal("tokens.yaml", {.certificate_authority = "nowhere"}));
  EXPECT_EQ(0u, Refusal("tokens.yaml", {.certificate_authority = ca, .insecure_skip_tls_verify = true})
                    .find("--certificate-authority and --insecure-skip-tls-verify exclude"));
}

TEST(ConfigFlags, CredentialsAreReplaced) {
  const ClientConfig token = Load("tokens.yaml", {.context = "both-tokens", .token = "mine"});
  EXPECT_EQ("mine", token.token);
  EXPECT_EQ("", token.token_file);
  EXPECT_EQ(0u, Refusal("tokens.yaml", {.context = "basic", .token = "mine"})
                    .find("--token cannot be used for a user with username and password"));
  const ClientConfig certificate =
      Load("data.yaml", {.client_certificate = kFolder + "merge/ca.crt", .client_key = kFolder + "pki/admin.key"});
  EXPECT_EQ("CA of one\n", certificate.tls.client_cert_pem);
  EXPECT_EQ(kFolder + "pki/admin.key", certificate.tls.client_key_file);
  EXPECT_EQ("--client-certificate and --client-key belong together; set both",
            Refusal("data.yaml", {.client_certificate = "x"}));
  // The client drops the token of the flag, since it sends no credentials to a server without TLS.
  EXPECT_EQ("", Load("tokens.yaml", {.server = "http://x", .token = "mine"}).token);
}

TEST(ConfigFlags, UsernameAndPassword) {
  const ClientConfig config = Load("data.yaml", {.username = "bob", .password = "s"});
  EXPECT_EQ("bob", config.username);
  EXPECT_EQ("s", config.password);
  const ClientConfig other = Load("tokens.yaml", {.context = "basic", .password = "new"});
  EXPECT_EQ("ann", other.username);
  EXPECT_EQ("new", other.password);
  EXPECT_EQ(0u, Refusal("tokens.yaml", {.username = "bob"})
                    .find("--username and --password cannot be used for a user with a token"));
  EXPECT_EQ(0u, Refusal("data.yaml", {.token = "t", .username = "bob"}).find("--token cannot"));
  for (const ConfigFlags& flags : {ConfigFlags{.password = "s"}, ConfigFlags{.username = "a:b", .password = "s"}}) {
    EXPECT_EQ("--password needs --username, without a colon", Refusal("data.yaml", flags));
  }
}

TEST(ConfigFlags, Impersonate) {
  const ClientConfig config = Load("tokens.yaml", {.context = "as", .impersonate = {.user = "ann", .groups = {"a"}}});
  EXPECT_EQ("ann", config.impersonate.user);
  EXPECT_EQ("12-34", config.impersonate.uid);
  EXPECT_EQ(std::vector<std::string>{"a"}, config.impersonate.groups);
  EXPECT_EQ("--as-uid, --as-group and --as-user-extra need a user; add --as",
            Refusal("tokens.yaml", {.impersonate = {.groups = {"a"}}}));
}

TEST(ConfigFlags, AServerNeedsNoKubeconfig) {
  const auto config = ConfigOfFlags({.server = "https://x", .token = "mine"});
  ASSERT_TRUE(config.ok()) << config.error().message();
  EXPECT_EQ("https://x", config->server);
  EXPECT_EQ("mine", config->token);
  EXPECT_EQ("command line", config->source);
}

TEST(ConfigFlags, TimeoutAsKubectlTakesIt) {
  EXPECT_EQ(milliseconds(30'000), ParseTimeout("30"));
  EXPECT_EQ(milliseconds(0), ParseTimeout("0"));
  EXPECT_EQ(milliseconds(90'000), ParseTimeout("1m30s"));
  EXPECT_EQ(milliseconds(1'500), ParseTimeout("1.5s"));
  EXPECT_EQ(milliseconds(500), ParseTimeout("500ms"));
  EXPECT_EQ(milliseconds(5'000), ParseTimeout("+5s"));
  for (const char* text : {"", "s", "-1", "-1s", "1x", "1 s", "soon", "1s2", "99999999999h", "nan"}) {
    EXPECT_EQ(std::nullopt, ParseTimeout(text)) << text;
  }
  EXPECT_EQ(milliseconds(5'000), Load("tokens.yaml", {.request_timeout = milliseconds(5'000)}).request_timeout);
  EXPECT_LT(milliseconds(std::chrono::hours(24)),
            *Load("tokens.yaml", {.request_timeout = milliseconds(0)}).request_timeout);
}

}  // namespace config_flags_test
}  // namespace structural::kube
