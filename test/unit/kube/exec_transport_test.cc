// Tests of exec plugins together with the transport.
#include <atomic>

#include <nlohmann/json.hpp>

#include "exec_fixture.h"

namespace structural::kube {
namespace exec_transport_test {

TEST_F(ExecPlugin, TheServersRefusalRunsItAgain) {
  std::atomic<int> requests = 0;
  const TestServer server([&](TestConnection& connection, const TestRequest& request) {
    ++requests;
    const bool good = request.head.find("Authorization:Bearer two\r\n") != std::string::npos;
    connection.Answer(good ? 200 : 401, "");
  });
  ClientConfig config = Config(Print("$(cat '" + folder_.path() + "/token')"));
  config.server = PlainConfig(server).server;
  folder_.Write("token", "one");
  const auto transport = New(config);
  EXPECT_EQ(401, transport->Do({}, {})->status);
  EXPECT_EQ(2, requests);
  EXPECT_EQ(2, Runs());
  folder_.Write("token", "two");
  EXPECT_EQ(200, transport->Do({}, {})->status);
  EXPECT_EQ(200, transport->Do({}, {})->status);
  EXPECT_EQ(5, requests);
  EXPECT_EQ(3, Runs());
}

TEST_F(ExecPlugin, BringsAClientCertificate) {
  const Identities& ids = Identities::Get();
  const TestServer server(
      ids.local,
      [](TestConnection& connection, const TestRequest&) {
        const std::string name = connection.client_name();
        connection.Answer(name == "first" ? 401 : 200, name);
      },
      false, ids.ca.certificate(), TestServer::ClientCertificate::kRequired);
  const auto write = [&](const std::string& name) {
    const PemPair pair = ids.ca.Issue({.common_name = name});
    folder_.Write(
        "credential",
        nlohmann::json({{"apiVersion", kExecV1},
                        {"kind", "ExecCredential"},
                        {"status", {{"clientCertificateData", pair.certificate}, {"clientKeyData", pair.key}}}})
            .dump());
  };
  write("first");
  ClientConfig config = Config("cat '" + folder_.path() + "/credential'");
  config.server = "https://127.0.0.1:" + std::to_string(server.port());
  config.tls.ca_pem = ids.ca.certificate();
  const auto transport = New(config);
  const auto first = transport->Do({}, {});
  ASSERT_TRUE(first.ok()) << first.error().message();
  EXPECT_EQ("first", first->body);
  write("second");  // with new credentials, the client must not use a connection that was opened with the first ones
  const auto second = transport->Do({}, {});
  ASSERT_TRUE(second.ok()) << second.error().message();
  EXPECT_EQ("second", second->body);
}

}  // namespace exec_transport_test
}  // namespace structural::kube
