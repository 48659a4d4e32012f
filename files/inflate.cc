#include "files/inflate.h"

#include <algorithm>
#include <array>
#include <limits>

#include <zlib.h>

namespace structural::files {
namespace {

using base::ErrorCode;

constexpr int kGzipWindow = 15 + 16;
constexpr int kDeflateWindow = -15;

class InflateStream {
 public:
  explicit InflateStream(Packing packing) {
    inflateInit2(&stream_, packing == Packing::kGzip ? kGzipWindow : kDeflateWindow);
  }
  ~InflateStream() { inflateEnd(&stream_); }
  InflateStream(const InflateStream&) = delete;
  InflateStream& operator=(const InflateStream&) = delete;

  z_stream& get() { return stream_; }

 private:
  z_stream stream_{};
};

base::Error Broken() { return {ErrorCode::kInvalidInput, "compressed data is broken or cut short"}; }

}  // namespace

base::Result<std::string> Inflate(std::string_view packed, Packing packing, std::size_t most) {
  if (packed.size() > std::numeric_limits<unsigned>::max()) return Broken();
  InflateStream inflating(packing);
  z_stream& stream = inflating.get();
  stream.next_in = reinterpret_cast<unsigned char*>(const_cast<char*>(packed.data()));
  stream.avail_in = static_cast<unsigned>(packed.size());
  std::string text;
  std::array<unsigned char, std::size_t{64} << 10> block;
  int outcome = Z_OK;
  while (outcome != Z_STREAM_END) {
    stream.next_out = block.data();
    stream.avail_out = block.size();
    outcome = inflate(&stream, Z_NO_FLUSH);
    if (outcome != Z_OK && outcome != Z_STREAM_END) return Broken();
    const std::size_t size = block.size() - stream.avail_out;
    if (size > most - text.size()) {
      return {ErrorCode::kLimitExceeded, "unpacks to more than " + std::to_string(most) + " bytes"};
    }
    text.append(reinterpret_cast<const char*>(block.data()), size);
    const bool member = packing == Packing::kGzip && stream.avail_in > 0;
    if (outcome == Z_STREAM_END && member) outcome = inflateReset(&stream);
  }
  if (stream.avail_in > 0) return Broken();
  return text;
}

std::uint32_t Crc32(std::string_view text) {
  return static_cast<std::uint32_t>(crc32_z(0, reinterpret_cast<const unsigned char*>(text.data()), text.size()));
}

}  // namespace structural::files
