// Tests of the small classes that the client and the transport use.
#include <cstdio>
#include <fstream>
#include <thread>

#include <gtest/gtest.h>
#include <unistd.h>

#include "kube/config/server_url.h"
#include "kube/credentials/credentials.h"
#include "kube/tls/material.h"
#include "kube/transport/body.h"
#include "kube/transport/exchange.h"
#include "kube/wait.h"

namespace structural::kube {
namespace parts_test {

using base::ErrorCode;

TEST(ServerUrl, SplitsTheUrl) {
  const auto url = ParseServerUrl("https://[::1]:6443/k8s/c-1/");
  ASSERT_TRUE(url.ok()) << url.error().message();
  EXPECT_EQ("::1", url->host);
  EXPECT_EQ("https://[::1]:6443", url->Origin());
  EXPECT_EQ("/k8s/c-1", url->prefix);
  EXPECT_EQ("https://a.example:443", ParseServerUrl("https://a.example")->Origin());
  EXPECT_EQ("http://127.0.0.1:80", ParseServerUrl("http://127.0.0.1/")->Origin());
  EXPECT_EQ("https://[fd00::1]:443", ParseServerUrl("https://[fd00::1]")->Origin());
}

TEST(ServerUrl, ReportsTheErrorWithoutThePassword) {
  for (const char* text : {"", "a:6443", "ftp://a", "https://", "https://:1", "https://a:0", "https://a:65536",
                           "https://a:x", "https://a:", "https://::1", "https://[a]", "https://[::1", "https://[::1]x",
                           "https://a b", "https://a?b", "https://[]:1", "https://me:secret@a"}) {
    const auto url = ParseServerUrl(text);
    ASSERT_FALSE(url.ok()) << text;
    EXPECT_EQ(ErrorCode::kInvalidInput, url.error().code());
    EXPECT_EQ(std::string::npos, url.error().message().find("secret"));
  }
}

TEST(LineSplitter, BoundsALine) {
  std::vector<std::string> lines;
  LineSplitter splitter(4, [&](std::string_view line) {
    lines.emplace_back(line);
    return line != "end";
  });
  EXPECT_TRUE(*splitter.Feed("abcd\nab"));
  EXPECT_TRUE(*splitter.Feed("cd"));
  EXPECT_EQ(ErrorCode::kLimitExceeded, splitter.Feed("e").error().code());
  EXPECT_EQ(ErrorCode::kLimitExceeded, splitter.Feed("e\n").error().code());
  EXPECT_TRUE(*splitter.Feed("\n"));
  EXPECT_FALSE(*splitter.Feed("end\nmore\n"));
  EXPECT_EQ((std::vector<std::string>{"abcd", "abcd", "end"}), lines);
}

TEST(Exchange, HoldsTheServerBackUntilItsBytesAreTaken) {
  Exchange exchange(Exchange::WakeCondition::kPieces);
  int resumed = 0;
  const std::string half(size_t{600} << 10, 'x');
  EXPECT_EQ(Exchange::Backpressure::kFree, exchange.Put(half, [&] { ++resumed; }));
  EXPECT_EQ(Exchange::Backpressure::kFull, exchange.Put(half, [&] { ++resumed; }));
  EXPECT_EQ(0, resumed);
  std::string bytes;
  EXPECT_TRUE(*exchange.Take(&bytes, Exchange::Clock::time_point::max(), {}));
  EXPECT_EQ(size_t{1} << 20, bytes.size());
  EXPECT_EQ(1, resumed) << "the rest waits here, not in the library";
  EXPECT_TRUE(*exchange.Take(&bytes, Exchange::Clock::time_point::max(), {}));
  EXPECT_EQ(2 * half.size() - (size_t{1} << 20), bytes.size());
  EXPECT_FALSE(exchange.Abandon());
  EXPECT_EQ(Exchange::Backpressure::kAbandoned, exchange.Put("x", nullptr));
}

// An Exchange copies a chunk that is larger than a block into several blocks.
TEST(Exchange, CopiesALargeChunkInPieces) {
  Exchange exchange(Exchange::WakeCondition::kPieces);
  int resumed = 0;
  const std::string chunk((size_t{5} << 20) + 7, 'x');
  EXPECT_EQ(Exchange::Backpressure::kFull, exchange.Put(chunk, [&] { ++resumed; }));
  std::string all;
  for (std::string bytes; all.size() < chunk.size(); all += bytes) {
    EXPECT_TRUE(*exchange.Take(&bytes, Exchange::Clock::time_point::max(), {}));
    EXPECT_LE(bytes.size(), size_t{1} << 20);
  }
  EXPECT_EQ(chunk, all);
  EXPECT_EQ(1, resumed);
}

TEST(Exchange, KeepsALargeChunkUntilItIsRead) {
  Exchange exchange(Exchange::WakeCondition::kPieces);
  int resumed = 0;
  EXPECT_EQ(Exchange::Backpressure::kFull, exchange.Put(std::string(size_t{5} << 20, 'x'), [&] { ++resumed; }));
  EXPECT_FALSE(exchange.Abandon());
  EXPECT_EQ(1, resumed);
}

TEST(Exchange, DeliversBytesBeforeTheFailure) {
  Exchange exchange(Exchange::WakeCondition::kPieces);
  exchange.Put("x", nullptr);
  exchange.End(base::Error(ErrorCode::kUnavailable, "reset"));
  std::string bytes;
  EXPECT_TRUE(*exchange.Take(&bytes, Exchange::Clock::time_point::max(), {}));
  const auto rest = exchange.Take(&bytes, Exchange::Clock::time_point::max(), {});
  EXPECT_EQ("reset", rest.error().message());
}

// Returns the bytes that a reader gets from an Exchange, into which another thread puts the pieces. If the Exchange
// does not notify its reader, the reader waits until the test times out.
std::string TakenOf(const Headers& headers, const std::vector<std::string>& pieces) {
  Exchange exchange(Exchange::WakeCondition::kLines);
  exchange.Begin(200, headers);
  std::jthread server([&] {
    for (const std::string& piece : pieces) exchange.Put(piece, nullptr);
  });
  std::string all;
  size_t size = 0;
  for (const std::string& piece : pieces) size += piece.size();
  for (std::string bytes; all.size() < size; all += bytes) {
    EXPECT_TRUE(*exchange.Take(&bytes, Exchange::Clock::time_point::max(), {}));
  }
  return all;
}

TEST(Exchange, ALineWakesAReaderOfLines) {
  EXPECT_EQ("{}\n", TakenOf({}, {"{", "}", "\n"}));
  EXPECT_EQ("{}\n{", TakenOf({}, {"{", "}\n{"}));
}

TEST(Exchange, EachPieceOfAnEncodedBodyWakesAReader) {
  Headers headers;
  headers.Set("Content-Encoding", "gzip");
  EXPECT_EQ("xy", TakenOf(headers, {"x", "y"}));
}

TEST(Exchange, EnoughBytesWakeAReaderOfPieces) {
  Exchange exchange(Exchange::WakeCondition::kPieces);
  std::jthread server([&] { exchange.Put(std::string(Exchange::kMinWakeBytes, 'x'), nullptr); });
  std::string bytes;
  EXPECT_TRUE(*exchange.Take(&bytes, Exchange::Clock::time_point::max(), {}));
}

TEST(Exchange, ReturnsArrivedBytesAtTheDeadline) {
  Exchange exchange(Exchange::WakeCondition::kLines);
  exchange.Put("x", nullptr);
  std::string bytes;
  EXPECT_TRUE(*exchange.Take(&bytes, Exchange::Clock::now(), {}));
  EXPECT_EQ("x", bytes);
  EXPECT_EQ(ErrorCode::kTimeout, exchange.Take(&bytes, Exchange::Clock::now(), {}).error().code());
}

TEST(BearerToken, IsReadAgainAfterFiftySeconds) {
  const std::string path = ::testing::TempDir() + "/token." + std::to_string(::getpid());
  const auto write = [&](const char* text) { std::ofstream(path) << text; };
  BearerToken::Clock::time_point now{};
  ClientConfig config;
  config.token_file = path;
  BearerToken token(config, [&] { return now; });
  EXPECT_EQ("bearer token: read " + path + ": No such file or directory", token.Get().error().message());
  now += std::chrono::seconds(60);
  write(" one\n");
  EXPECT_EQ("one", *token.Get());
  write("two");
  EXPECT_EQ("one", *token.Get());
  now += std::chrono::seconds(60);
  EXPECT_EQ("two", *token.Get());
  std::remove(path.c_str());
  now += std::chrono::seconds(60);
  EXPECT_EQ("two", *token.Get());
  write("three\r\nX-Injected: 1");
  now += std::chrono::seconds(60);
  EXPECT_EQ("bearer token: contains a space or a character that is not allowed in a header",
            token.Get().error().message());
  std::remove(path.c_str());
}

TEST(TlsFiles, AreReadAgainEveryTenSeconds) {
  const std::string path = ::testing::TempDir() + "/ca." + std::to_string(::getpid());
  const auto write = [&](const char* text) { std::ofstream(path) << text; };
  TlsFiles::Clock::time_point now{};
  TlsFiles files({.ca_pem = "one", .ca_file = path, .client_cert_pem = "inline"}, [&] { return now; });
  write("two");
  EXPECT_EQ("one", files.Get().ca_pem);
  now += std::chrono::seconds(10);
  EXPECT_EQ("two", files.Get().ca_pem);
  write("three");
  EXPECT_EQ("two", files.Get().ca_pem);
  EXPECT_EQ("three", files.GetNow().ca_pem);
  write("");
  EXPECT_EQ("three", files.GetNow().ca_pem);
  std::remove(path.c_str());
  EXPECT_EQ("three", files.GetNow().ca_pem);
  EXPECT_EQ("inline", files.GetNow().client_cert_pem);
}

TEST(SleepFor, EndsAtOnceWhenStopped) {
  std::stop_source stop;
  stop.request_stop();
  EXPECT_FALSE(SleepFor(std::chrono::hours(1), stop.get_token()));
  EXPECT_TRUE(SleepFor(std::chrono::milliseconds(1), {}));
}

}  // namespace parts_test
}  // namespace structural::kube
