// Tests of proxies: which proxy is used for a server, and each kind of proxy.
#include <atomic>

#include "kube/config/environment.h"
#include "kube/config/server_url.h"
#include "test/support/cases.h"
#include "test_proxy.h"
#include "transport_fixture.h"

namespace structural::kube {
namespace proxy_test {

using base::ErrorCode;
using std::chrono::milliseconds;
using std::chrono::seconds;

TEST(ProxyUrl, SplitsTheUrl) {
  const auto url = ParseProxyUrl("http://me%40home:p%3Aw%20d@proxy.example:3128/ignored");
  ASSERT_TRUE(url.ok()) << url.error().message();
  EXPECT_EQ("me@home", url->username);
  EXPECT_EQ("p:w d", url->password);
  EXPECT_EQ("proxy.example:3128", url->Authority());
  EXPECT_EQ("a:80", ParseProxyUrl("http://a")->Authority());
  EXPECT_EQ("a:443", ParseProxyUrl("https://a")->Authority());
  EXPECT_EQ("[::1]:1080", ParseProxyUrl("socks5://[::1]")->Authority());
  EXPECT_EQ(ProxyUrl::Kind::kSocks5, ParseProxyUrl("socks5h://a")->kind);
}

TEST(ProxyUrl, ReportsTheErrorWithoutThePassword) {
  for (const char* text :
       {"", "a:1", "ftp://me:secret@a", "http://", "http://me:secret@", "http://me:secret%2@a", "http://me:secret@a:x",
        "socks4://me:secret@a", "http://me:secret@[::1", "http://me:secret@a b"}) {
    const auto url = ParseProxyUrl(text);
    ASSERT_FALSE(url.ok()) << text;
    EXPECT_EQ(ErrorCode::kInvalidInput, url.error().code());
    EXPECT_EQ(std::string::npos, url.error().message().find("secret"));
  }
}

// Cases of the variable NO_PROXY. The expected results are those of Go's package httpproxy.
class NoProxy : public ::testing::TestWithParam<test::Case> {};

TEST_P(NoProxy, UsesTheProxyAsGo) {
  const nlohmann::json& data = GetParam().data;
  const nlohmann::json& proxied = data["proxied"];
  for (const char* server :
       {"https://10.1.2.3:6443", "https://10.1.2.3", "https://[fd00::1]:6443", "https://[::ffff:10.1.2.3]:6443",
        "https://api.example.com:6443", "https://example.com:6443", "https://Example.COM", "https://notexample.com",
        "https://localhost:6443", "https://127.8.9.1:6443", "https://[::1]:6443", "https://kubernetes.default.svc",
        "https://a.cluster.local"}) {
    const auto url = ParseServerUrl(server);
    ASSERT_TRUE(url.ok()) << server;
    EXPECT_EQ(std::find(proxied.begin(), proxied.end(), server) != proxied.end(),
              UsesProxy(url->host, url->port, data["no_proxy"].get<std::string>()))
        << server;
  }
}

INSTANTIATE_TEST_SUITE_P(Go, NoProxy, ::testing::ValuesIn(test::LoadCases("kube/no_proxy")), test::CaseName);

TEST(ProxyFromEnvironment, ReadsTheVariablesThatGoReads) {
  std::map<std::string, std::string> variables;
  Environment environment;
  environment.variable = [&](const std::string& name) {
    const auto found = variables.find(name);
    return found == variables.end() ? "" : found->second;
  };
  const auto proxy_of = [&](const std::string& server) {
    const auto proxy = ProxyFromEnvironment(server, environment);
    return proxy.ok() ? *proxy : proxy.error().message();
  };
  EXPECT_EQ("", proxy_of("https://a.example"));
  variables["https_proxy"] = "lower:3128";
  EXPECT_EQ("http://lower:3128", proxy_of("https://a.example"));
  variables["HTTPS_PROXY"] = "socks5://upper";
  EXPECT_EQ("socks5://upper", proxy_of("https://a.example"));
  EXPECT_EQ("", proxy_of("http://a.example"));
  variables["HTTP_PROXY"] = "http://plain";
  EXPECT_EQ("http://plain", proxy_of("http://a.example"));
  variables["no_proxy"] = "b.example";
  EXPECT_EQ("", proxy_of("https://b.example:6443"));
  variables["NO_PROXY"] = "c.example";
  EXPECT_EQ("socks5://upper", proxy_of("https://b.example:6443"));
  EXPECT_EQ("", proxy_of("https://c.example:6443"));
  EXPECT_EQ("", proxy_of("https://127.0.0.1:6443"));
  EXPECT_EQ("", proxy_of("nonsense"));
  variables["HTTPS_PROXY"] = "ftp://me:secret@a";
  EXPECT_TRUE(proxy_of("https://a.example").starts_with("HTTPS_PROXY: does not start with http://"));
  EXPECT_EQ(std::string::npos, proxy_of("https://a.example").find("secret"));
}

class TransportProxy : public TransportFixture {
 protected:
  TransportProxy()
      : server_(ids_.local, [](TestConnection& connection, const TestRequest& request) {
          if (request.head.starts_with("GET /watch")) {
            connection.BeginChunked();
            connection.WriteChunk("{\"a\":1}\n");
            return connection.WaitForClose();
          }
          connection.Answer(200, request.body.empty() ? "direct" : request.body);
        }) {}

  // Returns a config whose server has a name that only the proxy can resolve.
  ClientConfig Config(const TestProxy& proxy) const {
    ClientConfig config;
    config.server = "https://api.example:6443";
    config.tls.ca_pem = ids_.ca.certificate();
    config.proxy_url = proxy.url();
    return config;
  }

  TestProxy::Options To(TestProxy::Kind kind) const { return {.kind = kind, .target_port = server_.port()}; }

  const Identities& ids_ = Identities::Get();
  const TestServer server_;
};

TEST_F(TransportProxy, EveryKindLeadsToTheServer) {
  for (const auto kind : {TestProxy::Kind::kHttp, TestProxy::Kind::kHttps, TestProxy::Kind::kSocks5}) {
    const TestProxy proxy(To(kind));
    const auto transport = New(Config(proxy));
    for (int i = 0; i < 3; ++i) {
      const auto response = transport->Do({}, {});
      ASSERT_TRUE(response.ok()) << response.error().message();
      EXPECT_EQ("direct", response->body);
    }
    EXPECT_EQ("api.example:6443", proxy.destination());
    // A body of 4 MiB is sent through the proxy and back.
    const std::string much(size_t{4} << 20, 'x');
    const auto echoed = transport->Do({.method = "PUT", .body = much, .content_type = "text/plain"}, {});
    ASSERT_TRUE(echoed.ok()) << echoed.error().message();
    EXPECT_TRUE(much == echoed->body);
  }
}

TEST_F(TransportProxy, IsGivenUserAndPassword) {
  for (const auto kind : {TestProxy::Kind::kHttp, TestProxy::Kind::kSocks5}) {
    TestProxy::Options options = To(kind);
    options.username = "me";
    options.password = "secret:w d";
    const TestProxy proxy(options);
    ClientConfig config = Config(proxy);
    const auto without = Get(config);
    ASSERT_FALSE(without.ok());
    config.proxy_url.insert(config.proxy_url.find("//") + 2, "me:wrong-secret@");
    const auto wrong = Get(config);
    ASSERT_FALSE(wrong.ok());
    config.proxy_url.replace(config.proxy_url.find("wrong-secret"), 12, "secret%3Aw%20d");
    const auto right = Get(config);
    EXPECT_TRUE(right.ok()) << right.error().message();
    for (const auto* refused : {&without, &wrong}) {
      EXPECT_EQ(ErrorCode::kUnavailable, refused->error().code());
      EXPECT_EQ(std::string::npos, refused->error().message().find("secret"));
      const bool http = kind == TestProxy::Kind::kHttp;
      EXPECT_NE(std::string::npos, refused->error().message().find(
                                       http ? "it answered 407 No; put its user and password into the proxy's URL"
                                       : refused == &without ? "it requires a user and a password"
                                                             : "it refused the user or password"))
          << refused->error().message();
    }
  }
}

TEST_F(TransportProxy, ReportsErrors) {
  const auto refusal = [&](TestProxy::Options options) {
    const TestProxy proxy(options);
    const auto response = Get(Config(proxy));
    EXPECT_FALSE(response.ok());
    const std::string prefix = "https://api.example:6443: proxy " + proxy.authority() + ": ";
    EXPECT_TRUE(response.error().message().starts_with(prefix)) << response.error().message();
    return response.error().message().substr(std::min(prefix.size(), response.error().message().size()));
  };
  TestProxy::Options options = To(TestProxy::Kind::kHttp);
  options.answer = "HTTP/1.1 503 Out\x1b of service\r\n\r\n";
  EXPECT_EQ("it answered 503 Out? of service", refusal(options));
  options.answer = "SSH-2.0-OpenSSH_9.2\r\n\r\n";
  EXPECT_EQ("it does not speak HTTP", refusal(options));
  options.answer = std::string(100'000, 'x');
  EXPECT_EQ("its answer does not end", refusal(options));
  options.answer = "H";
  EXPECT_EQ("it closed the connection", refusal(options));
  options = To(TestProxy::Kind::kSocks5);
  options.answer = std::string("\5\0\5\5\0\1\0\0\0\0\0\0", 12);
  EXPECT_EQ("the server refused its connection", refusal(options));
  options.answer = "HTTP/1.1 400 Bad Request\r\n\r\n";
  EXPECT_EQ("it does not speak SOCKS 5", refusal(options));
  options.answer = "\5\xFF";
  EXPECT_EQ("it requires a user and a password of at most 255 bytes in the proxy's URL", refusal(options));

  const TestProxy stranger(To(TestProxy::Kind::kHttps));
  ClientConfig config = Config(stranger);
  config.tls.ca_pem = TestAuthority("other").certificate();
  EXPECT_NE(std::string::npos, Get(config).error().message().find(": TLS: certificate signed by unknown authority"));
  config = Config(stranger);
  config.proxy_url = "http://127.0.0.1:1";
  EXPECT_EQ("https://api.example:6443: proxy 127.0.0.1:1: cannot connect: Connection refused",
            Get(config).error().message());
  config.proxy_url = "http://no-such-host.invalid:1";
  EXPECT_NE(std::string::npos, Get(config).error().message().find("its name has no address"));
}

// Through an HTTP proxy, the client verifies the certificate of the server. The proxy gets only the server's host and
// port.
TEST_F(TransportProxy, TheServersCertificateIsVerifiedBehindIt) {
  const TestProxy proxy(To(TestProxy::Kind::kHttp));
  ClientConfig config = Config(proxy);
  config.server = "https://other.example:6443";
  EXPECT_NE(std::string::npos, Get(config).error().message().find("TLS: certificate is valid for localhost, "));
}

TEST_F(TransportProxy, AStopEndsWhateverItWaitsFor) {
  TestProxy::Options options = To(TestProxy::Kind::kHttp);
  options.answer = "-";  // the proxy sends nothing, and keeps the connection open
  const TestProxy silent(options);
  const TestProxy good(To(TestProxy::Kind::kHttp));
  for (const TestProxy* proxy : {&silent, &good}) {
    const auto transport = New(Config(*proxy));
    std::stop_source stop;
    std::atomic<bool> started = false;
    std::jthread stopper([&] {
      while (!started && proxy->destination().empty()) std::this_thread::yield();
      stop.request_stop();
    });
    const auto status = transport->Stream(
        {.path = "/watch", .timeout = seconds(60)}, seconds(60), [&](std::string_view) { return started = true; },
        stop.get_token());
    ASSERT_FALSE(status.ok());
    EXPECT_EQ(ErrorCode::kCancelled, status.error().code()) << status.error().message();
  }
}

TEST_F(TransportProxy, PlainServersAreReachedToo) {
  const TestServer plain([](TestConnection& c, const TestRequest&) { c.Answer(200, "plain"); });
  const TestProxy proxy({.kind = TestProxy::Kind::kHttp, .target_port = plain.port()});
  ClientConfig config = Config(proxy);
  config.server = "http://api.example:80";
  const auto response = Get(config);
  ASSERT_TRUE(response.ok()) << response.error().message();
  EXPECT_EQ("plain", response->body);
}

}  // namespace proxy_test
}  // namespace structural::kube
