// Tests of streams of the real transport: lines arrive one by one, until the client or the server ends the stream.
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>

#include "transport_fixture.h"

namespace structural::kube {
namespace transport_stream_test {

using base::ErrorCode;
using std::chrono::milliseconds;
using std::chrono::seconds;
using Clock = std::chrono::steady_clock;

class TransportStream : public TransportFixture {};

base::Status StreamLines(Transport& transport, std::vector<std::string>* lines, milliseconds idle = seconds(20),
                         std::stop_token stop = {}) {
  return transport.Stream(
      {.path = "/watch"}, idle,
      [&](std::string_view line) {
        lines->emplace_back(line);
        return true;
      },
      stop);
}

TEST_F(TransportStream, ReportsTheAnswerBeforeTheFirstLine) {
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

TEST_F(TransportStream, StreamsLineByLine) {
  std::mutex mutex;
  std::condition_variable changed;
  size_t seen = 0;
  // The server sends each line only after the client has received the previous one, so the client must not wait for a
  // full buffer.
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
  const base::Status end = transport->Stream({}, seconds(20),
                                             [&](std::string_view line) {
                                               lines.emplace_back(line);
                                               const std::lock_guard lock(mutex);
                                               ++seen;
                                               changed.notify_all();
                                               return true;
                                             },
                                             {});
  EXPECT_TRUE(end.ok()) << end.error().message();
  EXPECT_EQ((std::vector<std::string>{"line 0", "line 1", "line 2", "line 3", "line 4", "split", "three", "last"}),
            lines);
}

TEST_F(TransportStream, StreamsFrameByFrame) {
  std::mutex mutex;
  std::condition_variable changed;
  size_t seen = 0;
  // The server sends each frame, in two parts, only after the client has received the previous one, so the client must
  // not wait for a full buffer.
  const TestServer server([&](TestConnection& connection, const TestRequest&) {
    connection.Write(
        "HTTP/1.1 200 OK\r\nContent-Type: application/vnd.kubernetes.protobuf;stream=watch\r\n"
        "Transfer-Encoding: chunked\r\n\r\n");
    for (size_t i = 0; i < 5; ++i) {
      connection.WriteChunk(std::string("\0\0\0", 3));
      connection.WriteChunk("\x02#" + std::to_string(i));
      std::unique_lock lock(mutex);
      changed.wait(lock, [&] { return seen > i; });
    }
    connection.Write("0\r\n\r\n");
  });
  std::vector<std::string> frames;
  const auto on_frame = [&](std::string_view frame) {
    frames.emplace_back(frame);
    const std::lock_guard lock(mutex);
    ++seen;
    changed.notify_all();
    return true;
  };
  const base::Status end = New(PlainConfig(server))->Stream({}, seconds(20), on_frame, {});
  EXPECT_TRUE(end.ok()) << end.error().message();
  EXPECT_EQ((std::vector<std::string>{"#0", "#1", "#2", "#3", "#4"}), frames);
}

TEST_F(TransportStream, TheReaderSetsThePace) {
  constexpr size_t kLines = 40'000;
  const TestServer server([](TestConnection& connection, const TestRequest&) {
    connection.BeginChunked();
    const std::string line(1'000, 'x');
    for (size_t i = 0; i < kLines; ++i) connection.WriteChunk(line + "\n");
    connection.Write("0\r\n\r\n");
  });
  size_t count = 0;
  const auto transport = New(PlainConfig(server));
  const base::Status end = transport->Stream({}, seconds(20),
                                             [&](std::string_view line) {
                                               count += line.size() == 1'000 ? 1 : 0;
                                               return true;
                                             },
                                             {});
  EXPECT_TRUE(end.ok()) << end.error().message();
  EXPECT_EQ(kLines, count);
}

TEST_F(TransportStream, StopsASilentStreamAtOnce) {
  const TestServer server([](TestConnection& connection, const TestRequest&) {
    connection.BeginChunked();
    connection.WriteChunk("{}\n");
    connection.WaitForClose();  // returns only when the client has closed the connection, which it must do at the stop
  });
  const auto transport = New(PlainConfig(server));
  std::stop_source stop;
  Clock::time_point asked;
  std::thread stopper;
  const base::Status end = transport->Stream(
      {}, seconds(20),
      [&](std::string_view) {
        stopper = std::thread([&] {
          asked = Clock::now();
          stop.request_stop();
        });
        return true;
      },
      stop.get_token());
  const auto took = Clock::now() - asked;
  stopper.join();
  ASSERT_FALSE(end.ok());
  EXPECT_EQ(ErrorCode::kCancelled, end.error().code());
  EXPECT_LT(took, seconds(2)) << "100 ms are promised; the machine may be busy";
}

TEST_F(TransportStream, ClosesTheConnectionWhenTheReaderHasEnough) {
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

TEST_F(TransportStream, SilenceIsATimeout) {
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

TEST_F(TransportStream, BrokenStreamsAreUnavailable) {
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

TEST_F(TransportStream, ReportsACutWatch) {
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
    EXPECT_TRUE(end.error().message().ends_with(": the connection was closed")) << end.error().message();
  }
}

TEST_F(TransportStream, ARefusedStreamIsTheServersError) {
  const TestServer server([](TestConnection& connection, const TestRequest&) {
    connection.Answer(422, R"({"kind":"Status","code":422,"reason":"Invalid","message":"no such thing"})");
  });
  std::vector<std::string> lines;
  const base::Status end = StreamLines(*New(PlainConfig(server)), &lines);
  ASSERT_FALSE(end.ok());
  EXPECT_EQ(ErrorCode::kUnprocessable, end.error().code());
  EXPECT_TRUE(end.error().message().ends_with("422 Invalid: no such thing")) << end.error().message();
  EXPECT_TRUE(lines.empty());
}

}  // namespace transport_stream_test
}  // namespace structural::kube
