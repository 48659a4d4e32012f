// RequestHead: the request line and the fields of a request, as far as this server needs them.
//
// Values. No field is stored but those below: what a head costs does not grow with its fields.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "http/message.h"
#include "schema/base/result.h"

namespace structural::http {

struct RequestHead {
  Request request = {};  // without a body
  unsigned version = 11;
  bool keep_alive = true;
  bool chunked = false;
  std::uint64_t content_length = 0;  // of a body that is not chunked
  bool expects_continue = false;
};

// Looks for the end of a head in bytes that come in pieces, and refuses what only a lax reader
// takes: a line that does not end in CRLF, a folded line, a control character, and a first line
// that is not HTTP/1.0 or HTTP/1.1. Each byte is looked at once.
class HeadScanner {
 public:
  // `bytes` begins where the request begins, and holds what the last call was given and more.
  // The length of the head; 0: it goes on. kInvalidInput: what is wrong.
  base::Result<std::size_t> Scan(std::string_view bytes);

 private:
  base::Status EndLine(std::string_view line);

  std::size_t seen_ = 0;
  std::size_t line_ = 0;  // where the current line begins
};

// Reads a head that HeadScanner has accepted, up to and with the empty line.
//
// kInvalidInput, as net/http: no Host or two in HTTP/1.1, a Content-Length that is no number or two
// that differ, a Transfer-Encoding that is not "chunked" alone, both of these, and whatever is no
// token or value. Where net/http only ignores a field, this refuses it.
//
// Upstream: net/http request.go readRequest, transfer.go parseTransferEncoding and fixLength
// (Go 1.24).
base::Result<RequestHead> ReadHead(std::string_view head);

// ChunkedReader: takes the chunks of a body apart, a piece at a time.
//
// Chunk extensions and trailers are skipped, and never stored. Bytes that are not the body's may
// exceed 16 bytes a chunk and twice its data by 16 KiB, as in net/http. Not thread-safe.
//
// Upstream: net/http/internal chunked.go (Go 1.24).
class ChunkedReader {
 public:
  static constexpr std::int64_t kMostExcess = 16 * 1024;

  enum class Part {
    kData,      // `data` is the body's
    kMore,      // all bytes are used, and the body goes on
    kEnd,       // the body ended
    kInvalid,   // no chunk
    kTooLarge,  // too many bytes that are not the body's
  };
  struct Step {
    Part part;
    std::size_t used;       // how many of the bytes were read
    std::string_view data;  // kData: points into the bytes
  };

  // To be called with the bytes that were not used, for as long as the part is kData.
  Step Next(std::string_view bytes);

 private:
  enum class At { kSize, kDigits, kExtension, kSizeEnd, kData, kDataCr, kDataLf, kLine, kLineEnd };

  // At a byte that is not the body's. kMore: it is valid.
  Part Look(char c);
  Part LookAtSize(char c);
  Part EndSize();

  At at_ = At::kSize;
  std::uint64_t size_ = 0;
  int digits_ = 0;
  bool empty_line_ = true;  // of a trailer
  std::int64_t excess_ = 0;
};

}  // namespace structural::http
