// RequestHead: the request line of a request, and those of its header fields that this server uses.
//
// Plain values. Other header fields are not stored, so the memory does not grow with their number.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "http/message.h"
#include "schema/base/result.h"

namespace structural::http {

struct RequestHead {
  Request request = {};   // without its body
  unsigned version = 11;  // 10 for HTTP/1.0, 11 for HTTP/1.1
  bool keep_alive = true;
  bool chunked = false;
  std::uint64_t content_length = 0;  // size in bytes of the body; 0 for a chunked body
  bool expects_continue = false;     // the peer waits for "100 Continue" before it sends the body
};

// HeadScanner: finds the end of a request's head in bytes that arrive in pieces. Reads each byte once. Refuses input
// that only lenient parsers accept: a line that does not end in CRLF, a folded line, a control character, and a first
// line that does not end in HTTP/1.0 or HTTP/1.1.
class HeadScanner {
 public:
  // `bytes` must begin at the start of the request, and contain the bytes of the previous call and those after them.
  // Returns the length of the head in bytes; 0 if the head is incomplete. Errors: kInvalidInput for refused input, with
  // the reason.
  base::Result<std::size_t> Scan(std::string_view bytes);

 private:
  base::Status CheckLine(std::string_view line);

  std::size_t scanned_bytes_ = 0;  // number of bytes that were read already
  std::size_t line_begin_ = 0;     // offset of the current line
};

// Reads a head that HeadScanner has accepted, including the empty line at its end.
//
// Errors: kInvalidInput for each request that net/http rejects: HTTP/1.1 without Host or with several; a Content-Length
// that is not a number, or several that differ; a Transfer-Encoding other than a single "chunked"; both
// Transfer-Encoding and Content-Length; an invalid token or value. Also kInvalidInput for invalid header fields that
// net/http ignores.
//
// Upstream: net/http request.go readRequest, transfer.go parseTransferEncoding and fixLength
// (Go 1.24).
base::Result<RequestHead> ReadHead(std::string_view head);

// ChunkedReader: separates the data of a chunked body from its framing (chunk sizes, chunk extensions and trailers).
//
// Chunk extensions and trailers are skipped, and never stored. As in net/http, the framing is limited: 16 KiB, plus 16
// bytes for each chunk, plus twice the bytes of the data. Not thread-safe.
//
// Upstream: net/http/internal chunked.go (Go 1.24).
class ChunkedReader {
 public:
  static constexpr std::int64_t kMaxExcessBytes = 16 * 1024;

  enum class Part {
    kData,        // `data` belongs to the body
    kIncomplete,  // all bytes were read, and the body is incomplete
    kEnd,         // the body is complete
    kInvalid,     // not a valid chunk
    kTooLarge,    // too many bytes of framing
  };
  struct Step {
    Part part;
    std::size_t used;       // number of bytes of the input that were read
    std::string_view data;  // for kData: the data, as a view of the input
  };

  // Reads the next part of the input. After kData, Next must be called again with the bytes after the first `used`
  // ones; after kIncomplete, with the bytes that arrive next.
  Step Next(std::string_view bytes);

 private:
  enum class State { kSize, kDigits, kExtension, kSizeEnd, kData, kDataCr, kDataLf, kLine, kLineEnd };

  // Reads a byte of the framing. Returns kIncomplete if the byte is valid, kEnd if it is the last byte of the body, and
  // otherwise kInvalid.
  Part ReadFramingChar(char c);
  Part ReadSizeChar(char c);
  Part EndSize();

  State state_ = State::kSize;
  std::uint64_t chunk_bytes_left_ = 0;  // number of bytes of the chunk's data that were not read yet
  int size_digits_ = 0;                 // number of digits of the chunk's size
  bool empty_line_ = true;              // the current line of the trailer is empty so far
  std::int64_t excess_bytes_ = 0;       // bytes of framing beyond those that the chunks so far allow
};

}  // namespace structural::http
