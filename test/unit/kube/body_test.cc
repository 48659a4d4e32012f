// Tests of bodies that are compressed with gzip.
#include "kube/transport/body.h"

#include <zlib.h>

#include "transport_fixture.h"

namespace structural::kube {
namespace body_test {

using base::ErrorCode;

std::string Gzip(const std::string& text) {
  z_stream stream{};
  deflateInit2(&stream, 9, Z_DEFLATED, 16 + MAX_WBITS, 8, Z_DEFAULT_STRATEGY);
  std::string packed(deflateBound(&stream, text.size()), '\0');
  stream.next_in = reinterpret_cast<unsigned char*>(const_cast<char*>(text.data()));
  stream.avail_in = text.size();
  stream.next_out = reinterpret_cast<unsigned char*>(packed.data());
  stream.avail_out = packed.size();
  deflate(&stream, Z_FINISH);
  packed.resize(stream.total_out);
  deflateEnd(&stream);
  return packed;
}

std::string Unpack(const std::string& packed, size_t piece, size_t max = 1 << 20) {
  Inflater inflater;
  std::string body;
  for (size_t at = 0; at < packed.size(); at += piece) {
    const auto fed = inflater.Feed(packed.substr(at, piece), AppendTo(&body, max));
    if (!fed.ok()) return fed.error().message();
  }
  const base::Status end = inflater.End();
  return end.ok() ? body : end.error().message();
}

// Reads a body of `bytes` bytes. Each byte arrives alone, just before the wait for it would time out.
base::Status ReadDripping(Pace pace, int bytes) {
  Exchange exchange(Exchange::WakeCondition::kPieces);
  exchange.Begin(200, {});
  const auto deadline = [&] {
    if (bytes-- > 0) exchange.Put("x", [] {});
    if (bytes < 0) exchange.End(std::nullopt);
    return Exchange::Clock::now();
  };
  return ReadBody(
      exchange, "", deadline, {}, [](std::string_view) -> base::Result<bool> { return true; }, pace);
}

TEST(ReadBody, ASlowBodyIsAnError) {
  const base::Status read = ReadDripping(Pace::kSteady, 1000);
  ASSERT_FALSE(read.ok());
  EXPECT_EQ("the answer arrives too slowly", read.error().message());
  EXPECT_EQ(ErrorCode::kInvalidInput, read.error().code());
  EXPECT_TRUE(ReadDripping(Pace::kSteady, kMaxDeadlineExtensions).ok());
  EXPECT_TRUE(ReadDripping(Pace::kAny, 1000).ok());
}

TEST(Inflater, UndoesGzipInPiecesOfAnySize) {
  const std::string text(200'000, 'x');
  // Two gzip members in order. The body consists of both texts.
  const std::string packed = Gzip("{\"kind\":\"List\"}") + Gzip(text);
  for (size_t piece : {size_t{1}, size_t{7}, packed.size()}) {
    EXPECT_EQ("{\"kind\":\"List\"}" + text, Unpack(packed, piece));
  }
  EXPECT_EQ("", Unpack("", 1));
}

// The Inflater unpacks into blocks of 64 KiB. The texts of this test fill their last block completely.
TEST(Inflater, TheEndMayBeABlocksEnd) {
  for (size_t blocks : {1, 2, 3}) {
    const std::string text(blocks * 65'536, 'x');
    const std::string packed = Gzip(text);
    for (size_t piece : {packed.size(), packed.size() - 8, packed.size() - 1, size_t{1}}) {
      EXPECT_EQ(text, Unpack(packed, piece)) << blocks << " blocks, pieces of " << piece;
    }
    EXPECT_EQ("the answer was cut short", Unpack(packed.substr(0, packed.size() - 8), 64));
  }
}

TEST(Inflater, ASmallAnswerDoesNotUnpackToAHugeOne) {
  const auto ignore = [](std::string_view) -> base::Result<bool> { return true; };
  const std::string packed = Gzip(std::string(size_t{64} << 20, 'x'));
  size_t unpacked = 0;
  Inflater inflater;
  const auto fed = inflater.Feed(packed, [&](std::string_view bytes) -> base::Result<bool> {
    unpacked += bytes.size();
    return true;
  });
  ASSERT_FALSE(fed.ok());
  EXPECT_EQ(ErrorCode::kUnavailable, fed.error().code());
  EXPECT_EQ("the answer unpacks to more than 200 times its size", fed.error().message());
  // The limit is a multiple of the packed bytes that were read, so only a few bytes are unpacked.
  EXPECT_LE(unpacked, size_t{4} << 20);
  // This body also unpacks to more than 200 times its size, but it is too small for the limit.
  EXPECT_TRUE(Inflater().Feed(Gzip(std::string(size_t{4} << 20, 'x')), ignore).ok());
}

TEST(Inflater, AnAnswerWithoutEndEnds) {
  std::string text;
  for (int i = 0; text.size() < (size_t{1} << 20); ++i) text += std::to_string(i * 7919);
  const std::string packed = Gzip(text);
  size_t unpacked = 0;
  Inflater inflater;
  base::Result<bool> fed = true;
  while (fed.ok() && unpacked < 2 * Inflater::kMaxUnpackedBytes) {
    fed = inflater.Feed(packed, [&](std::string_view bytes) -> base::Result<bool> {
      unpacked += bytes.size();
      return true;
    });
  }
  ASSERT_FALSE(fed.ok());
  EXPECT_EQ("the answer unpacks to more than 268435456 bytes", fed.error().message());
}

TEST(Inflater, ReportsErrors) {
  const std::string packed = Gzip("hello, world");
  EXPECT_EQ("the answer was cut short", Unpack(packed.substr(0, packed.size() - 1), 4));
  EXPECT_EQ("the answer's gzip encoding is broken", Unpack("{\"plain\": true}", 4));
  std::string broken = packed;
  broken[12] ^= 0x55;
  EXPECT_EQ("the answer's gzip encoding is broken", Unpack(broken, 64));
  EXPECT_EQ("the answer has more than 1000 bytes", Unpack(Gzip(std::string(1 << 20, 'x')), 64, 1000));
}

class TransportBody : public TransportFixture {
 protected:
  // Answers with a body in gzip if the request accepts gzip, otherwise with the plain body.
  static void Serve(TestConnection& connection, const TestRequest& request) {
    const std::string text = "{\"a\":1}\n{\"b\":2}\n";
    const bool asked = request.head.find("Accept-Encoding:gzip\r\n") != std::string::npos;
    connection.Answer(200, asked ? Gzip(text) : text, asked ? "Content-Encoding: gzip\r\n" : "");
  }
};

TEST_F(TransportBody, RequestsAndDecodesGzip) {
  const TestServer server(Serve);
  const auto transport = New(PlainConfig(server));
  for (const bool gzip : {false, true}) {
    const auto response = transport->Do({.path = "/x", .accepts_gzip = gzip}, {});
    ASSERT_TRUE(response.ok()) << response.error().message();
    EXPECT_EQ("{\"a\":1}\n{\"b\":2}\n", response->body);
    EXPECT_EQ(gzip, !response->headers.Find("Content-Encoding").empty());
    std::vector<std::string> lines;
    const auto streamed = transport->Stream({.path = "/x", .accepts_gzip = gzip}, std::chrono::seconds(20),
                                            [&](std::string_view line) {
                                              lines.emplace_back(line);
                                              return true;
                                            },
                                            {});
    EXPECT_TRUE(streamed.ok());
    EXPECT_EQ((std::vector<std::string>{"{\"a\":1}", "{\"b\":2}"}), lines);
  }
}

TEST_F(TransportBody, IsNotCompressedIfTheClusterDisablesIt) {
  const TestServer server(Serve);
  ClientConfig config = PlainConfig(server);
  config.disable_compression = true;
  const auto response = New(config)->Do({.path = "/x", .accepts_gzip = true}, {});
  ASSERT_TRUE(response.ok()) << response.error().message();
  EXPECT_TRUE(response->headers.Find("Content-Encoding").empty());
}

TEST_F(TransportBody, AnUnexpectedEncodingIsAnError) {
  const TestServer server(
      [](TestConnection& connection, const TestRequest&) { connection.Answer(200, "x", "Content-Encoding: br\r\n"); });
  const auto response = Get(PlainConfig(server));
  ASSERT_FALSE(response.ok());
  EXPECT_EQ(ErrorCode::kUnavailable, response.error().code());
}

}  // namespace body_test
}  // namespace structural::kube
