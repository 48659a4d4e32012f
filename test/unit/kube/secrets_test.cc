// Tests that no error contains a secret. Each secret in these tests begins with "s3cret".
#include <sys/stat.h>

#include "kube/client.h"
#include "kube/config/kubeconfig.h"
#include "kube/transport/api_error.h"
#include "temporary_folder.h"
#include "test_proxy.h"
#include "transport_fixture.h"

namespace structural::kube {
namespace secrets_test {

class Secrets : public TransportFixture {
 protected:
  // Expects that a request with this config fails, and that the error contains no secret.
  static void ExpectCleanFailure(const ClientConfig& config) {
    SCOPED_TRACE(config.server);
    const auto transport = NewCppRestTransport(config, "structural/test");
    if (!transport.ok()) return ExpectClean(transport.error());
    const Request request{.path = "/x", .timeout = std::chrono::milliseconds(2'000)};
    const auto response = (*transport)->Do(request, {});
    ExpectClean(response.ok() ? ErrorFromResponse(*response) : response.error());
    const auto status =
        (*transport)->Stream(request, std::chrono::milliseconds(2'000), [](std::string_view) { return true; }, {});
    ASSERT_FALSE(status.ok());
    ExpectClean(status.error());
  }

  static void ExpectClean(const base::Error& error) {
    EXPECT_FALSE(error.message().empty());
    EXPECT_EQ(std::string::npos, error.message().find("s3cret")) << error.message();
    EXPECT_EQ(std::string::npos, error.message().find("czNjcmV0")) << "in base64: " << error.message();
  }

  // Returns one copy of the config for each way to authenticate by a request header, such as a token.
  std::vector<ClientConfig> Everyone(const ClientConfig& config) const {
    std::vector<ClientConfig> all(4, config);
    all[0].token = "s3cret-token";
    all[1].token_file = folder_.Write("token", "s3cret-token-file");
    all[2].username = "s3cret-user";
    all[2].password = "s3cret-password";
    const std::string plugin =
        folder_.Write("plugin",
                      "#!/bin/sh\necho '{\"apiVersion\": \"client.authentication.k8s.io/v1\", \"kind\": "
                      "\"ExecCredential\", \"status\": {\"token\": \"s3cret-plugin\"}}'\n");
    ::chmod(plugin.c_str(), 0700);
    all[3].exec = ExecConfig{.command = plugin, .api_version = "client.authentication.k8s.io/v1"};
    return all;
  }

  TemporaryFolder folder_;
};

// A server can copy the header of a request, with its secret, into the answer. The client's error must not contain the
// secret.
TEST_F(Secrets, AreNotRepeatedFromAnswers) {
  for (const int status : {302, 400, 401, 403, 404, 409, 410, 422, 429, 500, 503}) {
    const TestServer server([&](TestConnection& connection, const TestRequest& request) {
      connection.Answer(status, "You sent: " + request.head);
    });
    for (const ClientConfig& config : Everyone(PlainConfig(server))) ExpectCleanFailure(config);
  }
}

// A server can copy the header of a request, with its secret, into an event of a watch, in any encoding. The client's
// error about this event must not contain the secret.
TEST_F(Secrets, AreNotRepeatedFromWatches) {
  const auto escaped = [](const std::string& text) {
    std::string all;
    for (const char c : text) {
      char one[8];
      std::snprintf(one, sizeof one, "\\u%04x", static_cast<unsigned>(c));
      all += one;
    }
    return all;
  };
  const std::string status = R"(,"object":{"kind":"Status","code":500,)";
  for (const bool json : {false, true}) {
    for (const std::string& before :
         {R"({"type":"ERROR")" + status + R"("message":")", R"({"type":"ERROR")" + status + R"("reason":")",
          std::string(R"({"object":{},"type":")")}) {
      const TestServer server([&](TestConnection& connection, const TestRequest& request) {
        const auto at = request.head.find("Authorization:");
        const std::string sent = request.head.substr(at, request.head.find('\r', at) - at);
        const std::string shown = sent.substr(sent.rfind(' ') + 1);
        const std::string after = before.starts_with("{\"object") ? "\"}" : "\"}}";
        connection.Answer(200, before + (json ? escaped(shown) : shown) + after);
      });
      for (const ClientConfig& config : Everyone(PlainConfig(server))) {
        const auto transport = NewCppRestTransport(config, "structural/test");
        const base::Status watched =
            Client(**transport).Watch("/x", {.resource_version = "1"}, [](const WatchEvent&) { return true; }, {});
        ASSERT_FALSE(watched.ok());
        ExpectClean(watched.error());
        EXPECT_NE(std::string::npos, watched.error().message().find("[hidden]")) << watched.error().message();
      }
    }
  }
}

TEST_F(Secrets, AreNotInErrorsOfTheConnection) {
  const Identities& ids = Identities::Get();
  const TestServer closing([](TestConnection& connection, const TestRequest&) { connection.Close(); });
  const TestServer cut([](TestConnection& connection, const TestRequest&) {
    connection.Write("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nx");
    connection.Close();
  });
  const TestServer garbage([](TestConnection& connection, const TestRequest& request) {
    connection.Write(request.head + "\r\n\r\n");
    connection.Close();
  });
  const TestServer tls(ids.local, [](TestConnection& connection, const TestRequest&) { connection.Answer(200, "ok"); });
  std::vector<ClientConfig> configs = {PlainConfig(closing), PlainConfig(cut), PlainConfig(garbage)};
  for (const char* server : {"https://127.0.0.1:1", "https://no-such-host.invalid", "https://me:s3cret@a",
                             "https://a?token=s3cret", "s3cret"}) {
    configs.emplace_back().server = server;
  }
  // The client does not trust the certificate of this server, so the request fails.
  configs.emplace_back().server = "https://127.0.0.1:" + std::to_string(tls.port());
  for (const ClientConfig& config : configs) {
    for (const ClientConfig& one : Everyone(config)) ExpectCleanFailure(one);
  }
}

TEST_F(Secrets, AreNotInErrorsOfCertificatesAndKeys) {
  ClientConfig config;
  config.server = "https://127.0.0.1:1";
  const std::string key = "-----BEGIN PRIVATE KEY-----\ns3cret\n-----END PRIVATE KEY-----\n";
  const PemPair pair = Identities::Get().ca.Issue({});
  config.tls = {.client_cert_pem = pair.certificate, .client_key_pem = key};
  ExpectCleanFailure(config);
  config.tls = {.client_cert_pem = key, .client_key_pem = key};
  ExpectCleanFailure(config);
  config.tls = {.ca_pem = key};
  ExpectCleanFailure(config);
  config.tls = {};
  for (const char* token : {"s3cret token", "s3cret\r\nX: y", "s3cret\x80"}) {
    config.token = token;
    ExpectCleanFailure(config);
  }
  config.token.clear();
  config.impersonate.user = "s3cret\r\n";
  ExpectCleanFailure(config);
}

TEST_F(Secrets, AreNotInErrorsOfProxiesAndPlugins) {
  for (const auto kind : {TestProxy::Kind::kHttp, TestProxy::Kind::kHttps, TestProxy::Kind::kSocks5}) {
    for (const char* answer : {"HTTP/1.1 407 No\r\n\r\n", "HTTP/1.1 502 No\r\n\r\n", "\5\1\5\5", "x"}) {
      const TestProxy proxy({.kind = kind, .answer = answer});
      ClientConfig config;
      config.server = "https://api.example";
      config.proxy_url = proxy.url();
      config.proxy_url.insert(config.proxy_url.find("//") + 2, "s3cret-me:s3cret-password@");
      ExpectCleanFailure(config);
    }
  }
  for (const char* script : {"echo s3cret", "echo '{\"token\": \"s3cret\"}'", "exit 1", "yes s3cret"}) {
    const std::string plugin = folder_.Write("plugin", std::string("#!/bin/sh\n") + script + "\n");
    ::chmod(plugin.c_str(), 0700);
    ClientConfig config;
    config.server = "https://api.example";
    config.exec = ExecConfig{.command = plugin,
                             .args = {"s3cret"},
                             .env = {{"TOKEN", "s3cret"}},
                             .api_version = "client.authentication.k8s.io/v1"};
    ExpectCleanFailure(config);
  }
}

// Each value of a kubeconfig that may be secret is tested with every wrong type. The test also cuts the file
// off at each position.
TEST_F(Secrets, AreNotInErrorsOfKubeconfigs) {
  const std::string head =
      "current-context: a\ncontexts: [{name: a, context: {cluster: a, user: a}}]\n"
      "clusters: [{name: a, cluster: {server: https://a}}]\nusers: [{name: a, user: ";
  for (const char* key : {"token", "password", "username", "client-key-data", "client-certificate-data", "tokenFile",
                          "as", "as-groups", "as-user-extra", "exec", "auth-provider"}) {
    for (const char* value : {"s3cret", "[s3cret]", "{s3cret: s3cret}", "'s3cret", "&s3cret *s3cret",
                              "{apiVersion: s3cret, command: c, env: [{name: 's3cret='}]}"}) {
      folder_.Write("kubeconfig", head + "{" + key + ": " + value + ", client-key: x}}]\n");
      const auto config = LoadKubeconfigs({folder_.path() + "/kubeconfig"});
      if (!config.ok()) ExpectClean(config.error());
    }
  }
  const std::string whole = head + "{token: s3cret-token, exec: {command: c, args: [s3cret]}}}]\n";
  for (size_t size = 0; size < whole.size(); ++size) {
    folder_.Write("kubeconfig", whole.substr(0, size));
    const auto config = LoadKubeconfigs({folder_.path() + "/kubeconfig"});
    if (!config.ok()) ExpectClean(config.error());
  }
}

}  // namespace secrets_test
}  // namespace structural::kube
