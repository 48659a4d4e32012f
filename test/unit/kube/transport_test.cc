#include <atomic>
#include <mutex>
#include <thread>

#include "transport_fixture.h"

namespace structural::kube {
namespace transport_test {

using base::ErrorCode;
using std::chrono::milliseconds;
using std::chrono::seconds;
using Clock = std::chrono::steady_clock;

class TransportTest : public TransportFixture {};

TEST_F(TransportTest, SendsTheRequest) {
  TestRequest seen;
  const TestServer server([&](TestConnection& connection, const TestRequest& request) {
    seen = request;
    connection.Answer(200, "{}", "Retry-After: 7\r\n");
  });
  ClientConfig config = PlainConfig(server);
  config.server += "/k8s/clusters/c-1/";
  config.token = "secret-token";
  const auto response = New(config)->Do({.method = "PATCH",
                                         .path = "/apis/x?limit=1&continue=a%2Bb",
                                         .body = "[]",
                                         .content_type = "application/json-patch+json"},
                                        {});
  ASSERT_TRUE(response.ok()) << response.error().message();
  EXPECT_EQ("7", response->headers.Find("retry-after"));
  EXPECT_TRUE(seen.head.starts_with("PATCH /k8s/clusters/c-1/apis/x?limit=1&continue=a%2Bb HTTP/1.1\r\n")) << seen.head;
  EXPECT_EQ("[]", seen.body);
  for (const char* line : {"Authorization:Bearer secret-token\r\n", "User-Agent:structural/test\r\n",
                           "Content-Type:application/json-patch+json\r\n", "Accept:application/json\r\n"}) {
    EXPECT_NE(std::string::npos, seen.head.find(line)) << line << seen.head;
  }
}

TEST_F(TransportTest, ReusesConnections) {
  const TestServer server([](TestConnection& c, const TestRequest&) { c.Answer(200, "{}"); });
  const auto transport = New(PlainConfig(server));
  for (int i = 0; i < 5; ++i) ASSERT_TRUE(transport->Do({}, {}).ok());
  // The HTTP library returns a connection to its pool a moment after an answer is complete. A request in this moment
  // opens a new connection, so more than one can exist, but not one for each request.
  EXPECT_LT(server.connections(), 5);
}

TEST_F(TransportTest, DoesNotFollowRedirects) {
  int count = 0;
  const TestServer server([&](TestConnection& connection, const TestRequest&) {
    ++count;
    connection.Answer(302, "", "Location: /elsewhere\r\n");
  });
  const auto response = Get(PlainConfig(server));
  ASSERT_TRUE(response.ok());
  EXPECT_EQ(302, response->status);
  EXPECT_EQ(1, count);
}

TEST_F(TransportTest, PatchesThroughAConnectionThatTheServerHadClosed) {
  // The server resets each connection after one answer, without announcing it in the answer.
  std::vector<std::string> bodies;
  std::mutex mutex;
  const TestServer server([&](TestConnection& connection, const TestRequest& request) {
    const std::lock_guard lock(mutex);
    bodies.push_back(request.body);
    connection.Answer(200, "{}");
    connection.ResetOnClose();
  });
  const auto transport = New(PlainConfig(server));
  for (int i = 0; i < 20; ++i) {
    const auto response = transport->Do(
        {.method = "PATCH", .path = "/x", .body = std::to_string(i), .content_type = "application/json-patch+json"},
        {});
    ASSERT_TRUE(response.ok()) << i << ": " << response.error().message();
  }
  const std::lock_guard lock(mutex);
  EXPECT_EQ(20u, bodies.size());
}

TEST_F(TransportTest, RefusedConnectionsAreUnavailable) {
  ClientConfig config;
  {
    const TestServer server([](TestConnection&, const TestRequest&) {});
    config = PlainConfig(server);
  }
  config.token = "secret-token";
  const auto response = Get(config);
  ASSERT_FALSE(response.ok());
  EXPECT_EQ(ErrorCode::kUnavailable, response.error().code());
  EXPECT_TRUE(response.error().message().starts_with(config.server + ": "));
  EXPECT_TRUE(response.error().message().ends_with("cannot connect: Connection refused")) << response.error().message();
  EXPECT_EQ(std::string::npos, response.error().message().find("secret"));
}

TEST_F(TransportTest, TheDeadlineHoldsWhileBytesComeSlowly) {
  const TestServer server([](TestConnection& connection, const TestRequest&) {
    connection.Write("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nbegun");
    connection.WaitForClose();
  });
  const auto start = Clock::now();
  const auto response = New(PlainConfig(server))->Do({.timeout = milliseconds(150)}, {});
  ASSERT_FALSE(response.ok());
  EXPECT_EQ(ErrorCode::kTimeout, response.error().code());
  EXPECT_LT(Clock::now() - start, seconds(5));
}

TEST_F(TransportTest, StopsWhileWaitingForTheAnswer) {
  std::stop_source stop;
  const TestServer server([&](TestConnection& connection, const TestRequest&) {
    stop.request_stop();
    connection.WaitForClose();
  });
  const auto response = New(PlainConfig(server))->Do({}, stop.get_token());
  ASSERT_FALSE(response.ok());
  EXPECT_EQ(ErrorCode::kCancelled, response.error().code());
}

// The error must not have the HTTP library's own reason, "Operation not permitted", which is wrong. The name has a
// label of more than 63 characters, so the resolver refuses it without asking a name server.
TEST_F(TransportTest, ReportsAnUnknownName) {
  ClientConfig config;
  config.server = "http://" + std::string(64, 'a') + ".example:80";
  const auto response = Get(config);
  ASSERT_FALSE(response.ok());
  EXPECT_EQ(ErrorCode::kUnavailable, response.error().code());
  EXPECT_EQ(config.server + ": cannot resolve the server's name: Name or service not known",
            response.error().message());
}

TEST_F(TransportTest, ManyThreadsAtOnce) {
  const auto echo = [](TestConnection& connection, const TestRequest& request) {
    connection.Answer(200, request.body);
  };
  const TestServer server(Identities::Get().local, echo);
  ClientConfig config = PlainConfig(server);
  config.server.replace(0, 4, "https");
  config.tls.ca_pem = Identities::Get().ca.certificate();
  const auto transport = New(config);
  std::atomic<int> good{0};
  std::vector<std::thread> threads;
  for (int t = 0; t < 8; ++t) {
    threads.emplace_back([&, t] {
      for (int i = 0; i < 25; ++i) {
        const std::string body = std::to_string(t) + "/" + std::to_string(i);
        const auto response = transport->Do({.method = "PATCH", .path = "/x", .body = body, .content_type = "a/b"}, {});
        if (response.ok() && response->body == body) ++good;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(200, good);
}

}  // namespace transport_test
}  // namespace structural::kube
