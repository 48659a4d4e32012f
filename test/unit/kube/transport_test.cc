#include <condition_variable>

#include "transport_fixture.h"

namespace structural::kube {
namespace transport_test {

using base::ErrorCode;
using std::chrono::milliseconds;
using std::chrono::seconds;
using Clock = std::chrono::steady_clock;

class TransportTest : public TransportFixture {};

base::Status StreamLines(Transport& transport, std::vector<std::string>* lines,
                         milliseconds idle = seconds(20), std::stop_token stop = {}) {
  return transport.Stream({.path = "/watch"}, idle, [&](std::string_view line) {
    lines->emplace_back(line);
    return true;
  }, stop);
}

TEST_F(TransportTest, SendsWhatItWasTold) {
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
  EXPECT_TRUE(seen.head.starts_with(
      "PATCH /k8s/clusters/c-1/apis/x?limit=1&continue=a%2Bb HTTP/1.1\r\n")) << seen.head;
  EXPECT_EQ("[]", seen.body);
  for (const char* line : {"Authorization:Bearer secret-token\r\n",
                           "User-Agent:structural/test\r\n",
                           "Content-Type:application/json-patch+json\r\n",
                           "Accept:application/json\r\n"}) {
    EXPECT_NE(std::string::npos, seen.head.find(line)) << line << seen.head;
  }
}

TEST_F(TransportTest, AStreamTellsOfItsAnswerBeforeTheFirstLine) {
  const TestServer server([](TestConnection& c, const TestRequest&) {
    c.Answer(200, "{}\n", "Warning: 299 - \"a\"\r\nWarning: 299 - \"b\"\r\n");
  });
  std::vector<std::string> told;
  Request request{.path = "/watch"};
  request.on_answer = [&](int status, const Headers& headers) {
    told.push_back(std::to_string(status) + " " + std::string(headers.Find("warning")));
  };
  const auto on_line = [&](std::string_view line) {
    told.emplace_back(line);
    return true;
  };
  ASSERT_TRUE(New(PlainConfig(server))->Stream(request, seconds(20), on_line, {}).ok());
  EXPECT_EQ((std::vector<std::string>{R"(200 299 - "a", 299 - "b")", "{}"}), told);
}

TEST_F(TransportTest, ReusesConnections) {
  const TestServer server([](TestConnection& c, const TestRequest&) { c.Answer(200, "{}"); });
  const auto transport = New(PlainConfig(server));
  for (int i = 0; i < 5; ++i) ASSERT_TRUE(transport->Do({}, {}).ok());
  // The library gives a connection back to its pool a moment after the answer is here.
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
  // Every connection serves one request and is closed after it, without saying so before.
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
    const auto response = transport->Do({.method = "PATCH", .path = "/x", .body = std::to_string(i),
                                         .content_type = "application/json-patch+json"}, {});
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
  EXPECT_TRUE(response.error().message().ends_with("cannot connect: Connection refused"))
      << response.error().message();
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

TEST_F(TransportTest, StreamsLineByLine) {
  std::mutex mutex;
  std::condition_variable changed;
  size_t seen = 0;
  // Each line is sent only when the one before it has arrived.
  const TestServer server([&](TestConnection& connection, const TestRequest&) {
    connection.BeginChunked();
    for (size_t i = 0; i < 5; ++i) {
      connection.WriteChunk("line " + std::to_string(i) + "\n");
      std::unique_lock lock(mutex);
      changed.wait(lock, [&] { return seen > i; });
    }
    connection.WriteChunk("spl");
    connection.WriteChunk("it\n\nthree\nlast");
    connection.Write("0\r\n\r\n");
  });
  std::vector<std::string> lines;
  const auto transport = New(PlainConfig(server));
  const base::Status end = transport->Stream({}, seconds(20), [&](std::string_view line) {
    lines.emplace_back(line);
    const std::lock_guard lock(mutex);
    ++seen;
    changed.notify_all();
    return true;
  }, {});
  EXPECT_TRUE(end.ok()) << end.error().message();
  EXPECT_EQ((std::vector<std::string>{"line 0", "line 1", "line 2", "line 3", "line 4", "split",
                                      "three", "last"}), lines);
}

TEST_F(TransportTest, TheReaderSetsThePace) {
  constexpr size_t kLines = 40'000;
  const TestServer server([](TestConnection& connection, const TestRequest&) {
    connection.BeginChunked();
    const std::string line(1'000, 'x');
    for (size_t i = 0; i < kLines; ++i) connection.WriteChunk(line + "\n");
    connection.Write("0\r\n\r\n");
  });
  size_t count = 0;
  const auto transport = New(PlainConfig(server));
  const base::Status end = transport->Stream({}, seconds(20), [&](std::string_view line) {
    count += line.size() == 1'000 ? 1 : 0;
    return true;
  }, {});
  EXPECT_TRUE(end.ok()) << end.error().message();
  EXPECT_EQ(kLines, count);
}

TEST_F(TransportTest, StopsASilentStreamAtOnce) {
  const TestServer server([](TestConnection& connection, const TestRequest&) {
    connection.BeginChunked();
    connection.WriteChunk("{}\n");
    connection.WaitForClose();  // returns only when the client has closed
  });
  const auto transport = New(PlainConfig(server));
  std::stop_source stop;
  Clock::time_point asked;
  std::thread stopper;
  const base::Status end = transport->Stream({}, seconds(20), [&](std::string_view) {
    stopper = std::thread([&] {
      asked = Clock::now();
      stop.request_stop();
    });
    return true;
  }, stop.get_token());
  const auto took = Clock::now() - asked;
  stopper.join();
  ASSERT_FALSE(end.ok());
  EXPECT_EQ(ErrorCode::kCancelled, end.error().code());
  EXPECT_LT(took, seconds(2)) << "100 ms are promised; the machine may be busy";
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

TEST_F(TransportTest, ClosesTheConnectionWhenTheReaderHasEnough) {
  std::atomic<bool> closed{false};
  {
    const TestServer server([&](TestConnection& connection, const TestRequest&) {
      connection.BeginChunked();
      connection.WriteChunk("a\nb\n");
      connection.WaitForClose();
      closed = true;
    });
    const auto transport = New(PlainConfig(server));
    const auto enough = [](std::string_view) { return false; };
    EXPECT_TRUE(transport->Stream({}, seconds(20), enough, {}).ok());
  }
  EXPECT_TRUE(closed);
}

TEST_F(TransportTest, SilenceIsATimeout) {
  const TestServer server([](TestConnection& connection, const TestRequest&) {
    connection.BeginChunked();
    connection.WriteChunk("a\n");
    connection.WaitForClose();
  });
  std::vector<std::string> lines;
  const base::Status end = StreamLines(*New(PlainConfig(server)), &lines, milliseconds(100));
  ASSERT_FALSE(end.ok());
  EXPECT_EQ(ErrorCode::kTimeout, end.error().code());
  EXPECT_EQ(std::vector<std::string>{"a"}, lines);
}

TEST_F(TransportTest, BrokenStreamsAreUnavailable) {
  for (const bool reset : {false, true}) {
    const TestServer server([&](TestConnection& connection, const TestRequest&) {
      connection.BeginChunked();
      connection.Write("100\r\ncut short");
      if (reset) connection.ResetOnClose();
      connection.Close();
    });
    std::vector<std::string> lines;
    const base::Status end = StreamLines(*New(PlainConfig(server)), &lines);
    ASSERT_FALSE(end.ok());
    EXPECT_EQ(ErrorCode::kUnavailable, end.error().code()) << end.error().message();
  }
}

// The library has another's word for the reason: "Operation not permitted".
TEST_F(TransportTest, ACutWatchIsCalledThat) {
  const TestServer::Handler cut = [](TestConnection& connection, const TestRequest&) {
    connection.BeginChunked();
    connection.WriteChunk("a\n");
    connection.Close();
  };
  const Identities& identities = Identities::Get();
  const TestServer plain(cut), tls(identities.local, cut);
  ClientConfig by_tls;
  by_tls.server = "https://127.0.0.1:" + std::to_string(tls.port());
  by_tls.tls.ca_pem = identities.ca.certificate();
  for (const ClientConfig& config : {PlainConfig(plain), by_tls}) {
    std::vector<std::string> lines;
    const base::Status end = StreamLines(*New(config), &lines);
    ASSERT_FALSE(end.ok());
    EXPECT_TRUE(end.error().message().ends_with(": the connection was closed"))
        << end.error().message();
  }
}

// A label of a name has 63 characters at most: no name server is asked.
TEST_F(TransportTest, ANameThatNobodyHasIsCalledThat) {
  ClientConfig config;
  config.server = "http://" + std::string(64, 'a') + ".example:80";
  const auto response = Get(config);
  ASSERT_FALSE(response.ok());
  EXPECT_EQ(ErrorCode::kUnavailable, response.error().code());
  EXPECT_EQ(config.server + ": cannot resolve the server's name: Name or service not known",
            response.error().message());
}

TEST_F(TransportTest, ARefusedStreamIsTheServersError) {
  const TestServer server([](TestConnection& connection, const TestRequest&) {
    connection.Answer(
        422, R"({"kind":"Status","code":422,"reason":"Invalid","message":"no such thing"})");
  });
  std::vector<std::string> lines;
  const base::Status end = StreamLines(*New(PlainConfig(server)), &lines);
  ASSERT_FALSE(end.ok());
  EXPECT_EQ(ErrorCode::kUnprocessable, end.error().code());
  EXPECT_TRUE(end.error().message().ends_with("422 Invalid: no such thing"))
      << end.error().message();
  EXPECT_TRUE(lines.empty());
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
        const auto response = transport->Do(
            {.method = "PATCH", .path = "/x", .body = body, .content_type = "a/b"}, {});
        if (response.ok() && response->body == body) ++good;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(200, good);
}

}  // namespace transport_test
}  // namespace structural::kube
