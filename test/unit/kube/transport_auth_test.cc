// Tests of how the transport authenticates, and how it reacts if the server refuses its credentials.
#include <atomic>
#include <filesystem>

#include "temporary_folder.h"
#include "transport_fixture.h"

namespace structural::kube {
namespace transport_auth_test {

using base::ErrorCode;

class TransportAuth : public TransportFixture {
 protected:
  static bool Holds(const std::string& head, const std::string& line) {
    return head.find(line + "\r\n") != std::string::npos;
  }

  TemporaryFolder folder_;
};

TEST_F(TransportAuth, SendsUsernameAndPassword) {
  std::string head;
  const TestServer server([&](TestConnection& connection, const TestRequest& request) {
    head = request.head;
    connection.Answer(200, "{}");
  });
  ClientConfig config = PlainConfig(server);
  config.username = "ann";
  config.password = "pass:wörd";
  EXPECT_TRUE(Get(config).ok());
  EXPECT_TRUE(Holds(head, "Authorization:Basic YW5uOnBhc3M6d8O2cmQ=")) << head;
}

TEST_F(TransportAuth, SendsImpersonationHeaders) {
  std::string head;
  const TestServer server([&](TestConnection& connection, const TestRequest& request) {
    head = request.head;
    connection.Answer(200, "{}");
  });
  ClientConfig config = PlainConfig(server);
  config.impersonate = {.user = "system:serviceaccount:a:b",
                        .uid = "12",
                        .groups = {"system:authenticated", "admins, all"},
                        .extra = {{"acme.com/proj%", "one"}, {"acme.com/proj%", "two"}, {"é", "x"}}};
  EXPECT_TRUE(Get(config).ok());
  for (const char* line :
       {"Impersonate-User:system:serviceaccount:a:b", "Impersonate-Uid:12", "Impersonate-Group:system:authenticated",
        "Impersonate-Group: admins, all", "Impersonate-Extra-acme.com%2Fproj%25:one",
        "Impersonate-Extra-acme.com%2Fproj%25: two", "Impersonate-Extra-%C3%A9:x"}) {
    EXPECT_TRUE(Holds(head, line)) << line << "\n" << head;
  }
}

TEST_F(TransportAuth, RefusesLineBreaksInHeaders) {
  ClientConfig config;
  config.server = "https://localhost";
  config.source = "test";
  for (Impersonation as : {Impersonation{.user = "a\r\nX: y"}, Impersonation{.user = "a", .uid = "\n"},
                           Impersonation{.user = "a", .groups = {"b\r\nX: y"}},
                           Impersonation{.user = "a", .extra = {{"k", "v\r\nX: y"}}}}) {
    config.impersonate = as;
    const auto transport = NewCppRestTransport(config, "structural/test");
    ASSERT_FALSE(transport.ok());
    EXPECT_EQ(ErrorCode::kInvalidInput, transport.error().code());
  }
}

TEST_F(TransportAuth, ReadsTheTokenAgainWhenItIsRefused) {
  std::atomic<int> requests = 0;
  const TestServer server([&](TestConnection& connection, const TestRequest& request) {
    ++requests;
    const bool good = Holds(request.head, "Authorization:Bearer new");
    connection.Answer(good ? 200 : 401, "line\n");
  });
  ClientConfig config = PlainConfig(server);
  config.token_file = folder_.Write("token", "old");
  const auto transport = New(config);
  EXPECT_EQ(401, transport->Do({}, {})->status);
  EXPECT_EQ(1, requests);  // the client does not repeat a refused request if the file still has the same token
  folder_.Write("token", "new");
  EXPECT_EQ(200, transport->Do({.method = "POST"}, {})->status);
  EXPECT_EQ(3, requests);

  folder_.Write("token", "old");
  const auto second = New(config);
  EXPECT_EQ(401, second->Do({}, {})->status);
  folder_.Write("token", "new");
  int lines = 0;
  const auto status = second->Stream({}, std::chrono::seconds(20),
                                     [&](std::string_view) {
                                       ++lines;
                                       return true;
                                     },
                                     {});
  EXPECT_TRUE(status.ok()) << status.error().message();
  EXPECT_EQ(1, lines);
}

class TransportRotation : public TransportAuth {
 protected:
  static void SayWho(TestConnection& connection, const TestRequest&) {
    connection.Answer(200, connection.client_name());
  }

  ClientConfig Config(const TestServer& server, const std::string& ca, const PemPair& client) const {
    ClientConfig config;
    config.server = "https://127.0.0.1:" + std::to_string(server.port());
    config.tls = {.ca_pem = ca,
                  .ca_file = folder_.Write("ca.crt", ca),
                  .client_cert_pem = client.certificate,
                  .client_cert_file = folder_.Write("tls.crt", client.certificate),
                  .client_key_pem = client.key,
                  .client_key_file = folder_.Write("tls.key", client.key)};
    return config;
  }

  const Identities& ids_ = Identities::Get();
};

// The server refuses the client's certificate, because it trusts only another authority. The test then writes a
// certificate of that authority to the client's files, which the client must read again.
TEST_F(TransportRotation, ARefusedClientCertificateIsReadAgain) {
  const TestAuthority next("next-ca");
  const TestServer server(ids_.local, SayWho, false, next.certificate(), TestServer::ClientCertificate::kRequired);
  const auto transport = New(Config(server, ids_.ca.certificate(), ids_.ca.Issue({.common_name = "old"})));
  const auto refused = transport->Do({}, {});
  ASSERT_FALSE(refused.ok());
  EXPECT_NE(std::string::npos, refused.error().message().find(": TLS: the server refused: "))
      << refused.error().message();
  const PemPair client = next.Issue({.common_name = "new"});
  folder_.Write("tls.crt", client.certificate);
  // tls.crt has the new certificate, but tls.key does not have its key yet, so the client keeps the old certificate and
  // key.
  EXPECT_FALSE(transport->Do({}, {}).ok());
  folder_.Write("tls.key", client.key);
  const auto response = transport->Do({}, {});
  ASSERT_TRUE(response.ok()) << response.error().message();
  EXPECT_EQ("new", response->body);
}

TEST_F(TransportRotation, ANewAuthorityIsReadWhenTheServersCertificateIsRefused) {
  const TestServer server(ids_.local, SayWho);
  const PemPair client = ids_.ca.Issue({.common_name = "client"});
  const auto transport = New(Config(server, TestAuthority("old-ca").certificate(), client));
  const auto refused = transport->Do({}, {});
  ASSERT_FALSE(refused.ok());
  EXPECT_NE(std::string::npos, refused.error().message().find("signed by unknown authority"));
  std::filesystem::remove(folder_.path() + "/ca.crt");
  EXPECT_FALSE(transport->Do({}, {}).ok());
  folder_.Write("ca.crt", "garbage");
  EXPECT_FALSE(transport->Do({}, {}).ok());
  folder_.Write("ca.crt", ids_.ca.certificate());
  const auto response = transport->Do({}, {});
  EXPECT_TRUE(response.ok()) << response.error().message();
}

}  // namespace transport_auth_test
}  // namespace structural::kube
