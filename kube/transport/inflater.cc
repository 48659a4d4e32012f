#include "kube/transport/inflater.h"

#include <array>
#include <string>

#include <zlib.h>

namespace structural::kube {
namespace {

using base::Error;
using base::ErrorCode;
using base::Status;

constexpr int kGzipOnly = 16 + MAX_WBITS;

}  // namespace

Inflater::Inflater() : stream_(std::make_unique<z_stream>()) {
  inflateInit2(stream_.get(), kGzipOnly);  // fails only without memory; then Feed does as well
}

Inflater::~Inflater() { inflateEnd(stream_.get()); }

Status Inflater::Count(std::size_t size) {
  unpacked_ += size;
  const std::size_t read = packed_ - stream_->avail_in;
  if (unpacked_ > kAnyRatioBytes && unpacked_ / kMaxRatio > read) {
    return Error(ErrorCode::kUnavailable,
                 "the answer unpacks to more than " + std::to_string(kMaxRatio) + " times its size");
  }
  if (unpacked_ <= kMaxUnpackedBytes) return base::Ok();
  return Error(ErrorCode::kLimitExceeded,
               "the answer unpacks to more than " + std::to_string(kMaxUnpackedBytes) + " bytes");
}

base::Result<bool> Inflater::Feed(std::string_view piece, const OnBytes& on_bytes) {
  packed_ += piece.size();
  std::array<unsigned char, size_t{64} << 10> block;
  stream_->next_in = reinterpret_cast<unsigned char*>(const_cast<char*>(piece.data()));
  stream_->avail_in = static_cast<unsigned>(piece.size());
  do {
    stream_->next_out = block.data();
    stream_->avail_out = block.size();
    const int outcome = inflate(stream_.get(), Z_NO_FLUSH);
    const size_t size = block.size() - stream_->avail_out;
    if (outcome != Z_OK && outcome != Z_STREAM_END && outcome != Z_BUF_ERROR) {
      return Error(ErrorCode::kUnavailable, "the answer's gzip encoding is broken");
    }
    if (outcome == Z_BUF_ERROR) break;  // all was unpacked already, up to the end of a block
    complete_ = outcome == Z_STREAM_END;
    if (complete_) inflateReset(stream_.get());  // another member may follow
    if (size == 0) continue;
    if (const Status counted = Count(size); !counted.ok()) return counted.error();
    base::Result<bool> wanted = on_bytes({reinterpret_cast<const char*>(block.data()), size});
    if (!wanted.ok() || !*wanted) return wanted;
  } while (stream_->avail_in > 0 || stream_->avail_out == 0);
  return true;
}

base::Status Inflater::End() const {
  if (complete_) return base::Ok();
  return Error(ErrorCode::kUnavailable, "the answer was cut short");
}

}  // namespace structural::kube
