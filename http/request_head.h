// RequestHead: the request line and the fields of a request that this server uses.
//
// Plain values. Other fields are not stored, so the memory does not grow with the number of fields.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "http/message.h"
#include "schema/base/result.h"

namespace structural::http {

struct RequestHead {
  Request request = {};  // without its body
  unsigned version = 11;
  bool keep_alive = true;
  bool chunked = false;
  std::uint64_t content_length = 0;  // 0 for a chunked body
  bool expects_continue = false;
};

// Finds the end of a head in bytes that arrive in pieces. Refuses input that only lenient parsers
// accept: a line that does not end in CRLF, a folded line, a control character, and a first line
// that is not HTTP/1.0 or HTTP/1.1. Reads each byte once.
class HeadScanner {
 public:
  // `bytes` begins at the start of the request. It contains the bytes of the previous call, and can contain more.
  // Returns the length of the head; 0 if the head is incomplete. Returns kInvalidInput for refused input, with the
  // reason.
  base::Result<std::size_t> Scan(std::string_view bytes);

 private:
  base::Status EndLine(std::string_view line);

  std::size_t seen_ = 0;
  std::size_t line_begin_ = 0;  // offset of the current line
};

// Reads a head that HeadScanner has accepted, including the empty line.
//
// Returns kInvalidInput in the cases in which net/http rejects a request: HTTP/1.1 with no Host or
// two; a Content-Length that is not a number, or two that differ; a Transfer-Encoding other than a
// single "chunked"; Transfer-Encoding together with Content-Length; an invalid token or value. Also
// returns it for invalid fields that net/http only ignores.
//
// Upstream: net/http request.go readRequest, transfer.go parseTransferEncoding and fixLength
// (Go 1.24).
base::Result<RequestHead> ReadHead(std::string_view head);

// ChunkedReader: separates the data of a chunked body from its framing, a piece at a time.
//
// Chunk extensions and trailers are skipped, and never stored. As in net/http, the bytes of the
// framing may exceed 16 bytes for each chunk plus twice the data by at most 16 KiB. Not
// thread-safe.
//
// Upstream: net/http/internal chunked.go (Go 1.24).
class ChunkedReader {
 public:
  static constexpr std::int64_t kMaxExcess = 16 * 1024;

  enum class Part {
    kData,      // `data` belongs to the body
    kMore,      // all bytes are used, and the body is incomplete
    kEnd,       // the body is complete
    kInvalid,   // not a valid chunk
    kTooLarge,  // too many bytes of framing
  };
  struct Step {
    Part part;
    std::size_t used;       // number of bytes of the input that were read
    std::string_view data;  // for kData: view of the data in the input
  };

  // Reads the next part. While the part is kData, call it again with the unused bytes.
  Step Next(std::string_view bytes);

 private:
  enum class At { kSize, kDigits, kExtension, kSizeEnd, kData, kDataCr, kDataLf, kLine, kLineEnd };

  // Reads a byte of the framing. Returns kMore if the byte is valid.
  Part ReadFramingChar(char c);
  Part ReadSizeChar(char c);
  Part EndSize();

  At at_ = At::kSize;
  std::uint64_t size_ = 0;
  int digits_ = 0;
  bool empty_line_ = true;  // the current line of the trailer is empty so far
  std::int64_t excess_ = 0;
};

}  // namespace structural::http
