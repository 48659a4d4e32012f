// ChunkedReader: takes the chunks of a body apart, a piece at a time.
//
// Chunk extensions and trailers are skipped, and never stored. Bytes that are not the body's may
// exceed 16 bytes a chunk and twice its data by 16 KiB, as in net/http. Not thread-safe.
//
// Upstream: net/http/internal chunked.go (Go 1.24).
#pragma once

#include <cstdint>
#include <string_view>

namespace structural::http {

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
