#include <openssl/ssl.h>

#include "transport_fixture.h"

namespace structural::kube {
namespace transport_tls_test {

using base::ErrorCode;

void SayOk(TestConnection& connection, const TestRequest&) { connection.Answer(200, "ok"); }

class TransportTls : public TransportFixture {
 protected:
  static ClientConfig Config(const TestServer& server, const std::string& host = "127.0.0.1") {
    ClientConfig config;
    config.server = "https://" + host + ":" + std::to_string(server.port());
    config.tls.ca_pem = Identities::Get().ca.certificate();
    return config;
  }

  static void ExpectRefused(const ClientConfig& config, const std::string& reason) {
    const base::Result<Response> response = Get(config);
    ASSERT_FALSE(response.ok());
    EXPECT_EQ(ErrorCode::kUnavailable, response.error().code());
    EXPECT_NE(std::string::npos, response.error().message().find(reason)) << response.error().message();
    EXPECT_TRUE(response.error().message().starts_with(config.server + ": ")) << response.error().message();
  }

  const Identities& ids_ = Identities::Get();
};

TEST_F(TransportTls, TrustsTheClustersAuthority) {
  const TestServer server(ids_.local, SayOk);
  for (const char* host : {"127.0.0.1", "localhost"}) {
    const base::Result<Response> response = Get(Config(server, host));
    ASSERT_TRUE(response.ok()) << response.error().message();
    EXPECT_EQ(200, response->status);
    EXPECT_EQ("ok", response->body);
  }
}

TEST_F(TransportTls, ResumesTheSessionOfThePreviousConnection) {
  std::vector<bool> resumed;
  const auto handler = [&](TestConnection& connection, const TestRequest& request) {
    resumed.push_back(connection.resumed());
    connection.Close();
    SayOk(connection, request);
  };
  const TestServer server(ids_.local, handler, false, ids_.ca.certificate(),
                          TestServer::ClientCertificate::kRetryRequested);
  const auto transport = New(Config(server));
  for (int i = 0; i < 3; ++i) ASSERT_TRUE(transport->Do({.path = "/"}, {}).ok());
  EXPECT_EQ((std::vector<bool>{false, true, true}), resumed);
  ASSERT_TRUE(Get(Config(server)).ok());
  EXPECT_FALSE(resumed.back()) << "another transport trusts nobody's handshake but its own";
}

TEST_F(TransportTls, ReachesIpv6Literals) {
  std::string head;
  const TestServer server(
      ids_.local,
      [&](TestConnection& connection, const TestRequest& request) {
        head = request.head;
        SayOk(connection, request);
      },
      true);
  if (server.port() == 0) GTEST_SKIP() << "no IPv6 here";
  const base::Result<Response> response = Get(Config(server, "[::1]"));
  ASSERT_TRUE(response.ok()) << response.error().message();
  EXPECT_NE(std::string::npos, head.find("Host:[::1]:" + std::to_string(server.port()) + "\r\n")) << head;
}

TEST_F(TransportTls, RefusesAnUnknownAuthority) {
  const TestServer server(ids_.local, SayOk);
  ClientConfig config = Config(server);
  config.tls.ca_pem = TestAuthority("other").certificate();
  ExpectRefused(config, "TLS: certificate signed by unknown authority");
  config.tls.ca_pem = "";  // with no authority in the config, the client trusts those of the system
  ExpectRefused(config, "TLS: certificate signed by unknown authority");
  config.tls.insecure_skip_verify = true;
  EXPECT_TRUE(Get(config).ok());
}

TEST_F(TransportTls, TrustsAServerCertificateThatIsItselfInTheBundle) {
  const TestServer server(ids_.local, SayOk);
  ClientConfig config = Config(server);
  config.tls.ca_pem = ids_.local.certificate;
  const base::Result<Response> response = Get(config);
  EXPECT_TRUE(response.ok()) << response.error().message();
}

TEST_F(TransportTls, RefusesAWrongName) {
  const TestServer names(ids_.ca.Issue({.names = {"DNS:a.example", "IP:10.0.0.1"}}), SayOk);
  ExpectRefused(Config(names), "TLS: certificate is valid for a.example, 10.0.0.1, not 127.0.0.1");
  ExpectRefused(Config(names, "localhost"), "TLS: certificate is valid for a.example, 10.0.0.1, not localhost");
  const TestServer common(ids_.ca.Issue({.common_name = "localhost"}), SayOk);
  ExpectRefused(Config(common, "localhost"),
                "TLS: certificate is not valid for any names, but wanted to match localhost");
}

TEST_F(TransportTls, VerifiesTheServerNameInsteadOfTheHost) {
  std::string sni;
  const TestServer server(ids_.local, [&](TestConnection& connection, const TestRequest&) {
    sni = connection.sni();
    connection.Answer(200, "ok");
  });
  ClientConfig config = Config(server);
  EXPECT_TRUE(Get(config).ok());
  EXPECT_EQ("", sni);  // the client sends no server name, since the host in its URL is an IP address
  config.tls.server_name = "api.example";
  EXPECT_TRUE(Get(config).ok());
  EXPECT_EQ("api.example", sni);
  config.tls.server_name = "other.example";
  ExpectRefused(config, "not other.example");
}

TEST_F(TransportTls, RefusesCertificatesOutsideOfTheirValidity) {
  const TestServer old(ids_.ca.Issue({.names = {"IP:127.0.0.1"}, .valid_from_days = -3, .valid_until_days = -2}),
                       SayOk);
  ExpectRefused(Config(old), "TLS: certificate has expired: it was valid until 2");
  const TestServer early(ids_.ca.Issue({.names = {"IP:127.0.0.1"}, .valid_from_days = 2, .valid_until_days = 3}),
                         SayOk);
  ExpectRefused(Config(early), "TLS: certificate is not yet valid");
}

TEST_F(TransportTls, ShowsTheClientCertificate) {
  const TestServer server(
      ids_.local,
      [](TestConnection& connection, const TestRequest&) { connection.Answer(200, connection.client_name()); }, false,
      ids_.ca.certificate(), TestServer::ClientCertificate::kRequired);
  ClientConfig config = Config(server);
  ExpectRefused(config, "TLS: the server refused: a client certificate is required");
  const PemPair admin = ids_.ca.Issue({.common_name = "admin"});
  config.tls.client_cert_pem = admin.certificate;
  config.tls.client_key_pem = admin.key;
  const base::Result<Response> response = Get(config);
  ASSERT_TRUE(response.ok()) << response.error().message();
  EXPECT_EQ("admin", response->body);
}

TEST_F(TransportTls, ReportsInvalidCertificatesAndKeysAtTheStart) {
  const PemPair admin = ids_.ca.Issue({.common_name = "admin"});
  const auto error = [&](const TlsConfig& tls) {
    ClientConfig config;
    config.server = "https://localhost";
    config.source = "in-cluster";
    config.tls = tls;
    const auto transport = NewCppRestTransport(config, "structural/test");
    return transport.ok() ? "none" : transport.error().message();
  };
  EXPECT_EQ("in-cluster: CA: contains no PEM certificate", error({.ca_pem = "x"}));
  std::string broken = ids_.ca.certificate();
  broken.insert(broken.size() / 2, "!");
  EXPECT_EQ("in-cluster: CA: certificate 2 is invalid", error({.ca_pem = ids_.ca.certificate() + broken}));
  EXPECT_EQ("in-cluster: client key: contains no PEM private key",
            error({.client_cert_pem = admin.certificate, .client_key_pem = "x"}));
  EXPECT_EQ("in-cluster: client key: does not belong to the client certificate",
            error({.client_cert_pem = admin.certificate, .client_key_pem = ids_.local.key}));
}

TEST_F(TransportTls, RefusesVersionsBefore12) {
  for (const int version : {TLS1_1_VERSION, TLS1_2_VERSION, TLS1_3_VERSION}) {
    const TestServer server(ids_.local, SayOk);
    SSL_CTX_set_min_proto_version(server.tls(), TLS1_VERSION);
    SSL_CTX_set_max_proto_version(server.tls(), version);
    SSL_CTX_set_cipher_list(server.tls(), "ALL:@SECLEVEL=0");  // without this setting, OpenSSL does not support TLS 1.1
    if (version == TLS1_1_VERSION) {
      ExpectRefused(Config(server), "TLS: the server refused: protocol version");
    } else {
      EXPECT_TRUE(Get(Config(server)).ok()) << version;
    }
  }
}

TEST_F(TransportTls, ReportsAServerWithoutTls) {
  const TestServer server(SayOk);
  ClientConfig config = PlainConfig(server);
  config.server.replace(0, 4, "https");
  ExpectRefused(config, "TLS: the server does not answer with TLS");
}

}  // namespace transport_tls_test
}  // namespace structural::kube
