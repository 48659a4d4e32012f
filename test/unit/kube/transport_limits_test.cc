// Tests of the cost that a hostile server can cause: each kind of endless answer, with and without TLS.
#include <atomic>

#include <gtest/gtest.h>

#include "kube/client.h"
#include "kube/transport/receive_window.h"
#include "transport_fixture.h"

namespace structural::kube {
namespace transport_limits_test {

using base::ErrorCode;
using base::Result;

constexpr size_t kMiB = size_t{1} << 20;

const std::string& Block() {
  static const std::string block(kMiB, 'x');
  return block;
}

// Sends 256 MiB, more than any limit allows. When the kernel's buffers are full, the function blocks until the client
// reads.
void WriteWithoutEnd(TestConnection& connection) {
  for (int i = 0; i < 256; ++i) connection.Write(Block());
  connection.Close();
}

class TransportLimits : public TransportFixture, public testing::WithParamInterface<bool> {
 protected:
  void Serve(TestServer::Handler handler) {
    if (GetParam()) {
      server_ = std::make_unique<TestServer>(Identities::Get().local, std::move(handler));
    } else {
      server_ = std::make_unique<TestServer>(std::move(handler));
    }
    ClientConfig config;
    config.server = (GetParam() ? "https" : "http") + ("://127.0.0.1:" + std::to_string(server_->port()));
    if (GetParam()) config.tls.ca_pem = Identities::Get().ca.certificate();
    transport_ = New(config);
  }

  // Returns the errors of three requests: with the body in the response, with the body passed to a callback, and with a
  // stream.
  std::vector<std::string> Failures() {
    const auto take = [](std::string_view) -> Result<bool> { return true; };
    const auto done = transport_->Do({}, {});
    const auto fetched = transport_->Fetch({}, take, {});
    const auto streamed = transport_->Stream({}, std::chrono::seconds(20), [](std::string_view) { return true; }, {});
    std::vector<std::string> failures;
    for (const auto* error : {done.ok() ? nullptr : &done.error(), fetched.ok() ? nullptr : &fetched.error(),
                              streamed.ok() ? nullptr : &streamed.error()}) {
      const bool limit =
          error != nullptr && (error->code() == ErrorCode::kLimitExceeded || error->code() == ErrorCode::kUnavailable);
      failures.emplace_back(limit ? error->message() : "another");
      const size_t place = failures.back().find(": ");
      if (place != std::string::npos) failures.back().erase(0, place + 2);
    }
    return failures;
  }

  static std::vector<std::string> Thrice(const std::string& failure) { return {failure, failure, failure}; }

  std::unique_ptr<TestServer> server_;
  std::unique_ptr<Transport> transport_;
};

TEST_P(TransportLimits, AHeaderWithoutEnd) {
  Serve([](TestConnection& connection, const TestRequest&) {
    connection.Write("HTTP/1.1 200 OK\r\nX-Long: ");
    WriteWithoutEnd(connection);
  });
  EXPECT_EQ(Thrice("the answer's header has more than 65536 bytes"), Failures());
  // The error must be kUnavailable. After kLimitExceeded, a client would request a list again in smaller pages, whose
  // answers would have the same long header.
  EXPECT_EQ(ErrorCode::kUnavailable, transport_->Do({}, {}).error().code());
}

TEST_P(TransportLimits, AChunkExtensionWithoutEnd) {
  Serve([](TestConnection& connection, const TestRequest&) {
    connection.BeginChunked();
    connection.Write("4;");
    WriteWithoutEnd(connection);
  });
  EXPECT_EQ(Thrice("one chunk of the answer has more than 6291456 bytes"), Failures());
}

TEST_P(TransportLimits, AChunkOfTwoGigabytes) {
  Serve([](TestConnection& connection, const TestRequest&) {
    connection.BeginChunked();
    connection.Write("7fffffff\r\n");
    WriteWithoutEnd(connection);
  });
  EXPECT_EQ(Thrice("one chunk of the answer has more than 6291456 bytes"), Failures());
}

TEST_P(TransportLimits, TheLargestChunkArrivesInPieces) {
  const std::string chunk(kMaxChunkBytes - kMiB, 'x');
  Serve([&](TestConnection& connection, const TestRequest&) {
    connection.BeginChunked();
    for (int i = 0; i < 3; ++i) connection.WriteChunk(chunk);
    connection.Write("0\r\n\r\n");
  });
  size_t bytes = 0, largest = 0;
  const auto response = transport_->Fetch({},
                                          [&](std::string_view piece) -> Result<bool> {
                                            bytes += piece.size();
                                            largest = std::max(largest, piece.size());
                                            return true;
                                          },
                                          {});
  ASSERT_TRUE(response.ok()) << response.error().message();
  EXPECT_EQ(3 * chunk.size(), bytes);
  EXPECT_LE(largest, kMiB);
}

TEST_P(TransportLimits, AnEndlessBodyIsAnError) {
  Serve([](TestConnection& connection, const TestRequest&) {
    connection.BeginChunked();
    for (int i = 0; i < 256; ++i) connection.WriteChunk(Block());
  });
  const auto response = transport_->Do({.method = "PATCH", .body = "{}"}, {});
  ASSERT_FALSE(response.ok());
  EXPECT_EQ(ErrorCode::kLimitExceeded, response.error().code());
  EXPECT_TRUE(response.error().message().ends_with("the answer has more than 4194304 bytes"));
}

// If the answer to a write is too large, the transport cannot know whether the server has carried out the write. The
// error must be kUnavailable, after which the controller reads the object again.
TEST_P(TransportLimits, AWriteWithoutAReadableAnswerIsUnavailable) {
  Serve([](TestConnection& connection, const TestRequest&) {
    connection.BeginChunked();
    connection.Write("4;");
    WriteWithoutEnd(connection);
  });
  const auto patched = Client(*transport_).JsonPatch("/x", "[]", {});
  ASSERT_FALSE(patched.ok());
  EXPECT_EQ(ErrorCode::kUnavailable, patched.error().code());
}

TEST_P(TransportLimits, ARefusalIsCutOff) {
  Serve([](TestConnection& connection, const TestRequest&) {
    connection.Write("HTTP/1.1 500 No\r\nTransfer-Encoding: chunked\r\n\r\n");
    for (int i = 0; i < 256; ++i) connection.WriteChunk(Block());
  });
  // The client cuts off the body of the first answer, so the second request must open a new connection.
  for (int i = 0; i < 2; ++i) {
    const auto response = transport_->Do({}, {});
    ASSERT_TRUE(response.ok()) << response.error().message();
    EXPECT_EQ(500, response->status);
    EXPECT_EQ(kMaxRefusalBytes, response->body.size());
  }
}

// The client waits before it reads, until the server has sent all bytes that fit the kernel's buffers.
TEST_P(TransportLimits, ASlowReaderIsNotAnError) {
  std::atomic<bool> sent{false};
  Serve([&](TestConnection& connection, const TestRequest&) {
    connection.BeginChunked();
    for (int i = 0; i < 64; ++i) {
      connection.WriteChunk(Block());
      if (i == 3) sent = true;
    }
    connection.Write("0\r\n\r\n");
  });
  size_t bytes = 0;
  const auto response = transport_->Fetch({},
                                          [&](std::string_view piece) -> Result<bool> {
                                            while (!sent) std::this_thread::yield();
                                            bytes += piece.size();
                                            return true;
                                          },
                                          {});
  ASSERT_TRUE(response.ok()) << response.error().message();
  EXPECT_EQ(64 * kMiB, bytes);
}

INSTANTIATE_TEST_SUITE_P(Schemes, TransportLimits, testing::Values(false, true),
                         [](const auto& scheme) { return scheme.param ? "Tls" : "Plain"; });

TEST(ReceiveWindow, ConnectionsShareALimit) {
  const auto budget = std::make_shared<ReceiveBudget>(10 * kMiB);
  const auto one = std::make_shared<ReceiveWindow>(budget);
  auto other = std::make_shared<ReceiveWindow>(budget);
  one->BeginBody();
  other->BeginBody();
  EXPECT_TRUE(one->Add(5 * kMiB));
  EXPECT_TRUE(other->Add(5 * kMiB));
  EXPECT_FALSE(one->Add(1));
  EXPECT_EQ("the answers that come in at this time have more than 10485760 bytes", one->failure()->message());
  EXPECT_FALSE(other->failure());
  one->OnDelivered();
  EXPECT_TRUE(other->Add(kMiB));
  other.reset();  // the end of the other window frees its bytes in the shared limit
  one->BeginAnswer();
  one->BeginBody();
  EXPECT_FALSE(one->failure());
  EXPECT_TRUE(one->Add(6 * kMiB));
  EXPECT_FALSE(one->Add(1));
  EXPECT_EQ("one chunk of the answer has more than 6291456 bytes", one->failure()->message());
}

TEST(AnswerCounter, FindsTheHeadersEndWhereverTheBytesAreCut) {
  const std::string answer = "HTTP/1.1 200 OK\r\nA: \r\r\nB:\r\n\r\n";
  for (size_t cut = 0; cut <= answer.size(); ++cut) {
    const auto window = std::make_shared<ReceiveWindow>(std::make_shared<ReceiveBudget>(8 * kMiB));
    AnswerCounter counter(window.get());
    EXPECT_TRUE(counter.Add(answer.substr(0, cut)));
    EXPECT_EQ(cut == answer.size(), window->in_body()) << cut;
    EXPECT_TRUE(counter.Add(answer.substr(cut)));
    EXPECT_TRUE(window->in_body()) << cut;
    EXPECT_TRUE(counter.Add(std::string(kMaxHeaderBytes + 1, 'x'))) << "of the body";
    window->BeginAnswer();
    EXPECT_FALSE(counter.Add(std::string(kMaxHeaderBytes + 1, 'x'))) << "of the next header";
  }
}

}  // namespace transport_limits_test
}  // namespace structural::kube
