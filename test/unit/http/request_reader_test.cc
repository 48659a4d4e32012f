#include "http/request_reader.h"

#include <algorithm>
#include <deque>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace structural::http {
namespace request_reader_test {

using State = RequestReader::State;

class RequestReaderTest : public testing::Test {
 protected:
  // Passes the bytes to the reader in blocks of at most `piece` bytes, until the reader needs no more bytes or waits
  // for memory. Returns the number of bytes that the reader has read.
  static std::size_t Feed(RequestReader& reader, std::string_view bytes, std::size_t piece = 4096) {
    std::size_t fed = 0;
    while (fed < bytes.size() && reader.wants_bytes() && !reader.waits_for_memory()) {
      const std::span<char> room = reader.ReceiveBuffer();
      const std::size_t n = std::min({room.size(), piece, bytes.size() - fed});
      std::ranges::copy(bytes.substr(fed, n), room.begin());
      reader.OnReceived(n);
      fed += n;
    }
    return fed;
  }

  // Passes the bytes to a new reader. Returns the HTTP status with which the reader refuses the request, or 0 if the
  // reader does not refuse it.
  int Refusal(std::string_view bytes, std::size_t piece = 4096) {
    RequestReader reader(limits_, budget_);
    Feed(reader, bytes, piece);
    return reader.state() == State::kRefused ? reader.refusal().status : 0;
  }

  // Passes `begin` once and `again` repeatedly to a new reader, until the reader refuses the request. Returns the
  // number of bytes that the reader has read.
  std::size_t ReadOf(const std::string& begin, const std::string& again) {
    RequestReader reader(limits_, budget_);
    std::size_t fed = Feed(reader, begin);
    while (reader.wants_bytes() && fed < kEndless) fed += Feed(reader, again);
    EXPECT_EQ(State::kRefused, reader.state()) << fed;
    return fed;
  }

  static constexpr std::size_t kEndless = 64 << 20;
  static constexpr const char* kChunked = "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n";
  Limits limits_;
  BodyBudget budget_{0};
};

TEST_F(RequestReaderTest, ReadsARequestInPiecesOfAnySize) {
  const std::string request =
      "POST /p?q=1 HTTP/1.1\r\nhost: a.example:80\r\nAuthorization: Bearer t\r\n"
      "Content-Type: application/json\r\nTransfer-Encoding: Chunked\r\n\r\n"
      "3;name=\"value\"\r\nabc\r\n0A\r\n0123456789\r\n0\r\nTrailer: x\r\n\r\n";
  for (std::size_t piece = 1; piece <= request.size(); ++piece) {
    RequestReader reader(limits_, budget_);
    Feed(reader, request, piece);
    ASSERT_EQ(State::kComplete, reader.state()) << piece;
    const Request& got = reader.head().request;
    EXPECT_EQ("POST", got.method);
    EXPECT_EQ("/p", got.path);
    EXPECT_EQ("q=1", got.query);
    EXPECT_EQ("Bearer t", got.authorization);
    EXPECT_EQ("application/json", got.content_type);
    EXPECT_EQ("abc0123456789", got.body);
    EXPECT_TRUE(reader.head().keep_alive);
  }
}

TEST_F(RequestReaderTest, TheNextRequestBeginsWhereOneEnds) {
  RequestReader reader(limits_, budget_);
  const std::string post = "POST /1 HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\nhi";
  Feed(reader, post + "GET /2 HTTP/1.1\r\nHost: x\r\n\r\n" + "GET /3 HTTP");
  EXPECT_EQ("hi", reader.head().request.body);
  reader.Next();
  ASSERT_EQ(State::kComplete, reader.state());
  EXPECT_EQ("/2", reader.head().request.path);
  reader.Next();
  EXPECT_EQ(State::kHead, reader.state());
  EXPECT_TRUE(reader.has_begun());
  Feed(reader, "/1.0\r\n\r\n");
  ASSERT_EQ(State::kComplete, reader.state());
  EXPECT_EQ("/3", reader.head().request.path);
  EXPECT_FALSE(reader.head().keep_alive);
  reader.Next();
  EXPECT_FALSE(reader.has_begun());
}

TEST_F(RequestReaderTest, ReportsExpectContinueOnce) {
  RequestReader reader(limits_, budget_);
  const std::string head = "POST / HTTP/1.1\r\nHost: x\r\nExpect: 100-Continue\r\nContent-Length: 2\r\n\r\n";
  Feed(reader, head);
  EXPECT_TRUE(reader.TakeExpectation());
  EXPECT_FALSE(reader.TakeExpectation());
  Feed(reader, "hi");
  reader.Next();
  Feed(reader, head + "hi");
  EXPECT_FALSE(reader.TakeExpectation()) << "the body is there";
}

// The reader refuses the same requests as net/http, and also some whose ambiguous header net/http ignores. A text
// must never be readable both as one request and as two requests.
TEST_F(RequestReaderTest, RefusesAmbiguousRequests) {
  const std::string host = "Host: x\r\n";
  const std::string chunk = "1\r\nx\r\n0\r\n\r\n";
  const std::vector<std::pair<std::string, std::string>> fields = {
      {"two Hosts", host + "Host: y\r\n\r\n"},
      {"the same Host twice", host + host + "\r\n"},
      {"no Host", "\r\n"},
      {"a malformed Host", "Host: a b\r\n\r\n"},
      {"TE: gzip, chunked", host + "Transfer-Encoding: gzip, chunked\r\n\r\n" + chunk},
      {"TE: chunked, gzip", host + "Transfer-Encoding: chunked, gzip\r\n\r\n" + chunk},
      {"TE: identity", host + "Transfer-Encoding: identity\r\n\r\n"},
      {"TE: identity with CL", host + "Transfer-Encoding: identity\r\nContent-Length: 1\r\n\r\nx"},
      {"TE: xchunked", host + "Transfer-Encoding: xchunked\r\n\r\n" + chunk},
      {"an empty TE", host + "Transfer-Encoding:\r\n\r\n"},
      {"two TEs", host + "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n" + chunk},
      {"TE and CL", host + "Transfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n" + chunk},
      {"CL and TE", host + "Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n" + chunk},
      {"two CLs", host + "Content-Length: 1\r\nContent-Length: 2\r\n\r\nxx"},
      {"a list of CLs", host + "Content-Length: 1, 2\r\n\r\nxx"},
      {"the same CL in a list", host + "Content-Length: 1, 1\r\n\r\nx"},
      {"CL with a sign", host + "Content-Length: +1\r\n\r\nx"},
      {"CL below zero", host + "Content-Length: -1\r\n\r\nx"},
      {"CL in hex", host + "Content-Length: 0x1\r\n\r\nx"},
      {"CL too large for a number", host + "Content-Length: 18446744073709551617\r\n\r\nx"},
      {"an empty CL", host + "Content-Length:\r\n\r\n"},
      {"a folded line", host + "Content-Length:\r\n 1\r\n\r\nx"},
      {"a first field that is folded", " " + host + "\r\n"},
      {"space before the colon", host + "Content-Length : 1\r\n\r\nx"},
      {"no name", host + ": x\r\n\r\n"},
      {"no colon", host + "no colon\r\n\r\n"},
      {"bare LF", "Host: x\nContent-Length: 1\r\n\r\nx"},
      {"bare CR", host + "A: b\rContent-Length: 1\r\n\r\nx"},
      {"NUL", host + std::string("A: \0b\r\n\r\n", 9)},
  };
  for (const auto& [what, rest] : fields) {
    for (const std::size_t piece : {std::size_t{1}, std::size_t{4096}}) {
      EXPECT_EQ(400, Refusal("POST / HTTP/1.1\r\n" + rest, piece)) << what;
    }
  }
}

TEST_F(RequestReaderTest, RefusesInvalidTargets) {
  for (const std::string target : {"?", "?a=/", "?a=http://x", "livez", "#", "x:80"}) {
    EXPECT_EQ(400, Refusal("GET " + target + " HTTP/1.1\r\nHost: x\r\n\r\n", 4096)) << target;
  }
  for (const std::string target : {"/?", "*", "http://x/livez"}) {
    RequestReader reader(limits_, budget_);
    Feed(reader, "GET " + target + " HTTP/1.1\r\nHost: x\r\n\r\n");
    EXPECT_EQ(RequestReader::State::kComplete, reader.state()) << target;
  }
}

TEST_F(RequestReaderTest, RefusesOtherThanHttp11) {
  for (const std::string request :
       {"GET /\r\n", "GET / HTTP/0.9\r\n", "GET / HTTP/1.2\r\n", "GET / HTTP/2.0\r\n",
        "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "GET / http/1.1\r\n", "GET  / HTTP/1.1\r\nHost: x\r\n\r\n",
        "\r\nGET / HTTP/1.1\r\nHost: x\r\n\r\n", "GET / HTTP/1.1 \r\n", "G(T / HTTP/1.1\r\nHost: x\r\n\r\n",
        "POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n", "\x16\x03\x01\x02"}) {
    EXPECT_EQ(400, Refusal(request)) << request;
  }
  EXPECT_EQ(0, Refusal("GET / HTTP/1.0\r\n\r\n")) << "HTTP/1.0 needs no Host";
  EXPECT_EQ(0, Refusal("POST / HTTP/1.1\r\nHost:\r\n"
                       "Content-Length: 1\r\nContent-Length: 1\r\n\r\nx"));
}

TEST_F(RequestReaderTest, RefusesInvalidChunks) {
  for (const std::string body :
       {"\r\n", "g\r\n", " 1\r\nx", "+1\r\nx", "0x1\r\nx", "-1\r\nx", "1\nx", "1 \r\nx", "1\r\nxy", "1\r\nx\n",
        "1;\x01\r\nx", "1\r\nx\r\n;\r\n", "1111111111111\r\n", "0\r\nTrailer\n\r\n", "0\r\n\n", "1;a\n0\r\n\r\n"}) {
    EXPECT_EQ(400, Refusal(kChunked + body)) << body;
    EXPECT_EQ(400, Refusal(kChunked + body, 1)) << body;
  }
}

TEST_F(RequestReaderTest, NothingEndlessIsReadForLong) {
  const std::string text(1000, 'x');
  const std::size_t head = limits_.header_bytes + 4096;
  EXPECT_GT(head, ReadOf("GET / HTTP/1.1\r\nA: ", text));
  EXPECT_GT(head, ReadOf(text, text));
  EXPECT_GT(head, ReadOf("GET / HTTP/1.1\r\n", "a:\r\n"));
  const std::size_t framing = ChunkedReader::kMaxExcessBytes + 8192;
  EXPECT_GT(framing, ReadOf(std::string(kChunked) + "1;", text)) << "a chunk extension";
  EXPECT_GT(framing, ReadOf(std::string(kChunked) + "0;", text)) << "one of the last chunk";
  EXPECT_GT(framing, ReadOf(std::string(kChunked) + "0\r\nA: ", text)) << "a trailer";
  EXPECT_GT(framing, ReadOf(std::string(kChunked) + "0\r\n", "a: b\r\n")) << "trailers";
  EXPECT_GT(framing, ReadOf(std::string(kChunked), "1;" + text + "\r\nx\r\n")) << "extensions";
  // A body of the maximum size in chunks of one byte: each of these chunks needs 6 bytes on the connection.
  EXPECT_GT(limits_.body_bytes * 6 + framing, ReadOf(kChunked, "1\r\nx\r\n"));
  EXPECT_GT(limits_.body_bytes + framing, ReadOf(kChunked, "3e8\r\n" + text + "\r\n"));
}

TEST_F(RequestReaderTest, SmallExtensionsAndTrailersAreSkipped) {
  RequestReader reader(limits_, budget_);
  std::string request = kChunked;
  for (int i = 0; i < 5000; ++i) request += "1;a=b\r\nx\r\n";
  Feed(reader, request + "0\r\nAuthorization: Bearer forged\r\nContent-Length: 7\r\n\r\n");
  ASSERT_EQ(State::kComplete, reader.state());
  EXPECT_EQ(5000u, reader.head().request.body.size());
  EXPECT_EQ("", reader.head().request.authorization) << "no trailer counts as a field";
}

TEST_F(RequestReaderTest, ARefusedBodyGivesItsShareBack) {
  limits_.body_bytes = 1 << 20;
  BodyBudget all(100 << 10);
  RequestReader reader(limits_, all);
  const std::string head = "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 400000\r\n\r\n";
  const std::size_t fed = Feed(reader, head + std::string(300'000, 'x')) - head.size();
  ASSERT_EQ(State::kRefused, reader.state());
  EXPECT_EQ(503, reader.refusal().status);
  EXPECT_EQ(RequestRejection::kBodiesFull, reader.rejection());
  EXPECT_EQ(400'000 - fed, reader.unsent_bytes());
  BodyBudget::Share other(all, {1 << 20, false}, nullptr);
  EXPECT_EQ(BodyBudget::ChargeResult::kYes, other.Charge(150 << 10));
}

// The budget counts neither bytes that are announced but did not arrive, nor only the bytes in the buffer: it counts
// the capacity of the buffer.
TEST_F(RequestReaderTest, ABodyIsChargedForItsBuffer) {
  limits_.body_bytes = 8 << 20;
  BodyBudget all(1 << 20);
  std::deque<RequestReader> readers;
  for (int i = 0; i < 1000; ++i) {
    Feed(readers.emplace_back(limits_, all), "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 8000000\r\n\r\nx");
    ASSERT_EQ(State::kBody, readers.back().state());
    EXPECT_GT(8192u, readers.back().head().request.body.capacity());
  }
  RequestReader large(limits_, all);
  Feed(large, "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 8000000\r\n\r\n" + std::string(1'100'000, 'x'));
  EXPECT_EQ(State::kRefused, large.state()) << "1,100,000 bytes need a buffer of two MiB";
}

TEST_F(RequestReaderTest, ABodyWaitsForTheEndOfAnOlderOne) {
  limits_.body_bytes = 1 << 20;
  for (const std::string& head : {std::string("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 700000\r\n\r\n"),
                                  std::string(kChunked) + "aae60\r\n"}) {
    BodyBudget all(1 << 20);
    int ended = 0;
    std::optional<RequestReader> old(std::in_place, limits_, all, [&] { ++ended; });
    RequestReader young(limits_, all, [] { FAIL(); });
    Feed(*old, head + std::string(600'000, 'x'));
    ASSERT_EQ(State::kBody, old->state());
    const std::string rest = std::string(700'000, 'x') + (head.starts_with(kChunked) ? "\r\n0\r\n\r\n" : "");
    std::size_t fed = Feed(young, head + rest) - head.size();
    ASSERT_TRUE(young.waits_for_memory());
    EXPECT_EQ(1, ended);
    young.RequestMemory();
    EXPECT_TRUE(young.waits_for_memory()) << "the older one has not ended yet";
    EXPECT_FALSE(young.RefuseIfEvicted());
    ASSERT_TRUE(old->RefuseIfEvicted());
    EXPECT_EQ(503, old->refusal().status);
    young.RequestMemory();
    EXPECT_FALSE(young.waits_for_memory());
    fed += Feed(young, rest.substr(fed));
    EXPECT_EQ(rest.size(), fed);
    ASSERT_EQ(State::kComplete, young.state());
    EXPECT_EQ(std::string(700'000, 'x'), young.head().request.body);
  }
}

}  // namespace request_reader_test
}  // namespace structural::http
