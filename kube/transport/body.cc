#include "kube/transport/body.h"

#include <algorithm>
#include <array>

#include <zlib.h>

namespace structural::kube {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;
using base::Status;

// Passes every piece of the body to `take`, until `take` returns false. Returns true at the end of the body, false if
// `take` has stopped it.
Result<bool> Drain(Exchange& exchange, const std::function<Exchange::Clock::time_point()>& deadline,
                   std::stop_token stop, const OnBytes& take, Pace pace) {
  int slow = 0;
  for (std::string bytes;;) {
    const auto until = deadline();
    Result<bool> more = exchange.Take(&bytes, until, stop);
    if (!more.ok()) return more;
    if (!*more) return true;
    const bool late = bytes.size() < Exchange::kMinWakeBytes && Exchange::Clock::now() >= until;
    if (late && pace == Pace::kSteady && ++slow > kMaxDeadlineExtensions)
      return Error(ErrorCode::kInvalidInput, "the answer arrives too slowly");
    Result<bool> wanted = take(bytes);
    if (!wanted.ok() || !*wanted) return wanted;
  }
}

constexpr int kGzipOnly = 16 + MAX_WBITS;

constexpr size_t kFrameSizeBytes = 4;

size_t FrameSize(std::string_view head) {
  size_t size = 0;
  for (const char byte : head.substr(0, kFrameSizeBytes)) size = size << 8 | static_cast<unsigned char>(byte);
  return size;
}

// Moves bytes from the start of the chunk to the end of `to`, until `to` has `size` bytes or the chunk is empty.
void MoveUpTo(size_t size, std::string_view* chunk, std::string* to) {
  const std::string_view part = chunk->substr(0, size - std::min(size, to->size()));
  *to += part;
  chunk->remove_prefix(part.size());
}

}  // namespace

Status ReadBody(Exchange& exchange, std::string_view content_encoding,
                const std::function<Exchange::Clock::time_point()>& deadline, std::stop_token stop,
                const OnBytes& on_bytes, Pace pace) {
  if (content_encoding.empty() || content_encoding == "identity") {
    const Result<bool> drained = Drain(exchange, deadline, stop, on_bytes, pace);
    return drained.ok() ? base::Ok() : Status(drained.error());
  }
  if (content_encoding != "gzip") {
    return Error(ErrorCode::kUnavailable, "the response has a Content-Encoding that was not requested");
  }
  Inflater inflater;
  const Result<bool> drained = Drain(
      exchange, deadline, stop, [&](std::string_view piece) { return inflater.Feed(piece, on_bytes); }, pace);
  if (!drained.ok()) return drained.error();
  return *drained ? inflater.End() : base::Ok();
}

OnBytes AppendTo(std::string* body, size_t max_bytes) {
  return [body, max_bytes](std::string_view bytes) -> Result<bool> {
    if (body->size() + bytes.size() > max_bytes) {
      return Error(ErrorCode::kLimitExceeded, "the answer has more than " + std::to_string(max_bytes) + " bytes");
    }
    *body += bytes;
    return true;
  };
}

OnBytes AppendUpTo(std::string* body, size_t max_bytes) {
  return [body, max_bytes](std::string_view bytes) -> Result<bool> {
    *body += bytes.substr(0, max_bytes - body->size());
    return body->size() < max_bytes;
  };
}

Inflater::Inflater() : stream_(std::make_unique<z_stream>()) {
  inflateInit2(stream_.get(), kGzipOnly);  // fails only if no memory is available; then Feed fails, too
}

Inflater::~Inflater() { inflateEnd(stream_.get()); }

Status Inflater::Count(std::size_t size) {
  unpacked_bytes_ += size;
  const std::size_t read = packed_bytes_ - stream_->avail_in;
  if (unpacked_bytes_ > kMinBytesForRatioCheck && unpacked_bytes_ / kMaxRatio > read) {
    return Error(ErrorCode::kUnavailable,
                 "the answer unpacks to more than " + std::to_string(kMaxRatio) + " times its size");
  }
  if (unpacked_bytes_ <= kMaxUnpackedBytes) return base::Ok();
  return Error(ErrorCode::kLimitExceeded,
               "the answer unpacks to more than " + std::to_string(kMaxUnpackedBytes) + " bytes");
}

base::Result<bool> Inflater::Feed(std::string_view piece, const OnBytes& on_bytes) {
  packed_bytes_ += piece.size();
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
    if (outcome == Z_BUF_ERROR) break;  // the whole piece was unpacked, and the last output filled the block exactly
    complete_ = outcome == Z_STREAM_END;
    if (complete_) inflateReset(stream_.get());  // another gzip member may follow
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

void ClearAndShrink(std::string& buffer) {
  constexpr size_t kKept = size_t{512} << 10;
  buffer.clear();
  if (buffer.capacity() > kKept) buffer.shrink_to_fit();
}

base::Result<bool> LineSplitter::Feed(std::string_view chunk) {
  while (true) {
    const size_t newline = chunk.find('\n');
    const std::string_view part = chunk.substr(0, newline);
    if (unfinished_.size() + part.size() > max_line_bytes_) {
      return base::Error(base::ErrorCode::kLimitExceeded,
                         "a line has more than " + std::to_string(max_line_bytes_) + " bytes");
    }
    if (newline == std::string_view::npos) {
      unfinished_ += part;
      return true;
    }
    bool go_on = true;
    if (unfinished_.empty()) {
      go_on = Emit(part);  // a line within this chunk is not copied
    } else {
      unfinished_ += part;
      go_on = Emit(unfinished_);
      ClearAndShrink(unfinished_);
    }
    if (!go_on) return false;
    chunk.remove_prefix(newline + 1);
  }
}

void LineSplitter::End() {
  Emit(unfinished_);
  unfinished_.clear();
}

base::Result<bool> FrameSplitter::Feed(std::string_view chunk) {
  while (!chunk.empty()) {
    if (!unfinished_.empty() || chunk.size() < kFrameSizeBytes) MoveUpTo(kFrameSizeBytes, &chunk, &unfinished_);
    const std::string_view head = unfinished_.empty() ? chunk : unfinished_;
    if (head.size() < kFrameSizeBytes) return true;
    const size_t size = FrameSize(head);
    if (size > max_frame_bytes_) {
      return base::Error(base::ErrorCode::kLimitExceeded,
                         "a frame has more than " + std::to_string(max_frame_bytes_) + " bytes");
    }
    const size_t whole = kFrameSizeBytes + size;
    bool go_on = true;
    if (unfinished_.empty() && chunk.size() >= whole) {
      go_on = on_frame_(chunk.substr(kFrameSizeBytes, size));  // a frame within this chunk is not copied
      chunk.remove_prefix(whole);
    } else {
      MoveUpTo(whole, &chunk, &unfinished_);
      if (unfinished_.size() < whole) return true;
      go_on = on_frame_(std::string_view(unfinished_).substr(kFrameSizeBytes));
      ClearAndShrink(unfinished_);
    }
    if (!go_on) return false;
  }
  return true;
}

base::Status FrameSplitter::End() const {
  if (unfinished_.empty()) return base::Ok();
  return base::Error(base::ErrorCode::kUnavailable, "the stream ended within a frame");
}

}  // namespace structural::kube
