// Reads the body of an answer while the body arrives.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>

#include "kube/transport/exchange.h"
#include "kube/transport/headers.h"
#include "schema/base/result.h"

struct z_stream_s;

namespace structural::kube {

// Maximum number of deadlines at which some bytes have arrived, but fewer than Exchange::kMinWakeBytes. After each of
// them the reader waits until a further deadline. A body with more such deadlines is too slow. Without this limit, a
// server that sends single bytes could keep a call waiting without end.
inline constexpr int kMaxDeadlineExtensions = 2;
enum class Pace { kAny, kSteady };  // kSteady: a body that is too slow is an error

// Passes the body of the exchange to on_bytes, decoded by its Content-Encoding ("", "identity" or "gzip"). Calls
// `deadline` before each wait, to get the time at which the wait ends. Returns Ok at the end of the body, or when
// on_bytes returns false. Errors: those of Exchange::Take and of on_bytes; kInvalidInput for a body that is too slow
// (Pace); kUnavailable for an encoding that was not requested, and for broken gzip.
base::Status ReadBody(Exchange& exchange, std::string_view content_encoding,
                      const std::function<Exchange::Clock::time_point()>& deadline, std::stop_token stop,
                      const OnBytes& on_bytes, Pace pace = Pace::kAny);

// Returns an OnBytes that appends the bytes to *body. It returns kLimitExceeded if *body would have more than
// max_bytes.
OnBytes AppendTo(std::string* body, size_t max_bytes);
// Returns an OnBytes that appends the bytes to *body until it has max_bytes, and then stops reading without an error.
OnBytes AppendUpTo(std::string* body, size_t max_bytes);

// Inflater: unpacks gzip while the bytes arrive. Used by one thread. Buffers at most 64 KiB of output.
//
// The size of the output determines the time of unpacking. Therefore an answer can unpack to at most kMaxUnpackedBytes.
// If it unpacks to more than kMinBytesForRatioCheck, the output is also limited to kMaxRatio times the answer's size.
class Inflater {
 public:
  // Maximum ratio of unpacked to packed bytes. Lists of CRDs have a ratio of 6, and of 50 if all CRDs are alike. The
  // maximum that gzip can reach is 1,032.
  static constexpr std::size_t kMaxRatio = 200;
  static constexpr std::size_t kMinBytesForRatioCheck = std::size_t{4} << 20;
  static constexpr std::size_t kMaxUnpackedBytes = std::size_t{256} << 20;

  Inflater();
  ~Inflater();
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;

  // Unpacks the next piece of the body, and passes the output to on_bytes. Returns false if on_bytes has returned
  // false. kUnavailable: the bytes are not gzip, are broken, or exceed kMaxRatio. kLimitExceeded: the output exceeds
  // kMaxUnpackedBytes. Other errors: those of on_bytes.
  base::Result<bool> Feed(std::string_view piece, const OnBytes& on_bytes);

  // Must be called after the last piece. kUnavailable: the gzip data is incomplete.
  base::Status End() const;

 private:
  base::Status Count(std::size_t size);

  const std::unique_ptr<z_stream_s> stream_;
  bool complete_ = true;            // no gzip member has begun, or the last one is complete
  std::size_t packed_bytes_ = 0;    // number of bytes that have arrived
  std::size_t unpacked_bytes_ = 0;  // number of bytes of output
};

// Clears a buffer for reuse. Frees its memory if it has more than 512 KiB.
void ClearAndShrink(std::string& buffer);

// LineSplitter: splits a stream into lines. The stream arrives in chunks, which can end at any place. Stores at most
// one incomplete line. Not thread-safe.
class LineSplitter {
 public:
  // on_line receives each line that is not empty, without its line feed. It returns false to stop.
  LineSplitter(size_t max_line_bytes, std::function<bool(std::string_view)> on_line)
      : max_line_bytes_(max_line_bytes), on_line_(std::move(on_line)) {}

  // Returns false after on_line has returned false. kLimitExceeded: a line is too long.
  base::Result<bool> Feed(std::string_view chunk);

  // Must be called at the end of the stream. Passes text after the last line feed to on_line, too.
  void End();

 private:
  bool Emit(std::string_view line) { return line.empty() || on_line_(line); }

  const size_t max_line_bytes_;
  const std::function<bool(std::string_view)> on_line_;
  std::string unfinished_;
};

// FrameSplitter: splits a stream into frames. A frame is its size, as four bytes with the most significant one first,
// and then that number of bytes. The stream arrives in chunks, which can end at any place. Stores at most one
// incomplete frame. Not thread-safe.
//
// Upstream: apimachinery pkg/util/framer/framer.go lengthDelimitedFrameReader (0.37.2).
class FrameSplitter {
 public:
  // on_frame receives each frame without its size. It returns false to stop.
  FrameSplitter(size_t max_frame_bytes, std::function<bool(std::string_view)> on_frame)
      : max_frame_bytes_(max_frame_bytes), on_frame_(std::move(on_frame)) {}

  // Returns false after on_frame has returned false. kLimitExceeded: a frame is too large.
  base::Result<bool> Feed(std::string_view chunk);

  // Must be called at the end of the stream. kUnavailable: the last frame is incomplete.
  base::Status End() const;

 private:
  const size_t max_frame_bytes_;
  const std::function<bool(std::string_view)> on_frame_;
  std::string unfinished_;  // the size and the bytes of an incomplete frame
};

}  // namespace structural::kube
