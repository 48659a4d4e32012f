// Reads any bytes, in blocks, as the requests of a connection. Checks the results, and that memory and work are within
// the limits below. The first byte is the size of the blocks.
//
// Work is linear: the parser gets every byte once. Only the data of chunked bodies and the lines of a head are copied
// in addition. Memory is limited to the buffer, one body and one head, for any input.
#include <algorithm>

#include "http/request_reader.h"
#include "test/fuzz/in_memory.h"

namespace structural::fuzz {
namespace {

const http::Limits kLimits{.header_bytes = 1024, .body_bytes = 4096};
// Maximum memory: a head and a body, each counted twice because a string copies itself when it grows, plus the buffer
// and the text of a refusal.
constexpr std::size_t kMaxMemory = 2 * (1024 + 4096) + 16 * 1024 + 4096;
// Maximum number of bytes that are read for one request: the head, the body, the framing of a body in chunks of one
// byte (http::ChunkedReader), and the buffer.
constexpr std::size_t kMaxRead = 1024 + (1 + 2 + 16) * 4096 + http::ChunkedReader::kMaxExcessBytes + 16 * 1024;

void CheckRequest(const http::RequestHead& head) {
  Require(!head.request.method.empty() && !head.request.path.empty(), "a request has a target");
  Require(head.request.body.size() <= kLimits.body_bytes, "the body's limit");
  Require(head.chunked || head.request.body.size() == head.content_length, "the body is whole");
  Require(!(head.chunked && head.content_length > 0), "one length");
  Require(head.request.path.find_first_of("\r\n") == std::string::npos, "a path is one line");
}

void Read(std::string_view bytes, std::size_t piece) {
  http::BodyBudget budget(0);
  http::RequestReader reader(kLimits, budget);
  std::size_t of_request = 0;
  while (reader.wants_bytes() && !bytes.empty()) {
    const std::span<char> room = reader.ReceiveBuffer();
    Require(!room.empty(), "there is room while bytes are wanted");
    const std::size_t n = std::min({room.size(), piece, bytes.size()});
    std::ranges::copy(bytes.substr(0, n), room.begin());
    bytes.remove_prefix(n);
    of_request += n;
    reader.OnReceived(n);
    Require(of_request <= kMaxRead, "what is read of a request is bounded");
    for (; reader.state() == http::RequestReader::State::kComplete; reader.Next()) {
      CheckRequest(reader.head());
      of_request = reader.unused_bytes();
    }
  }
  if (reader.state() == http::RequestReader::State::kRefused) {
    Require(reader.refusal().status >= 400, "a refusal has a status");
  }
}

}  // namespace

const Cost kCost{.fixed_bytes = kMaxMemory};

void Try(std::string_view input) {
  if (input.empty()) return;
  const std::size_t before = HeldMemory();
  {
    const MemoryLimit memory(input.size());
    Read(input.substr(1), std::max<std::size_t>(1, static_cast<std::uint8_t>(input[0])));
  }
  Require(HeldMemory() == before, "nothing is left");
}

}  // namespace structural::fuzz
