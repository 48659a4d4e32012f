// Reads the body of an answer while it arrives.
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

// Maximum number of times that fewer than Exchange::kWorthWaking bytes of a body have arrived at the deadline for them.
// A body beyond this number is too slow: otherwise a server that sends single bytes could keep a call waiting without
// end.
inline constexpr int kMaxDeadlineExtensions = 2;
enum class Pace { kAny, kSteady };  // kSteady: a slow body is an error

// Passes the exchange's body to on_bytes, decoded by its Content-Encoding ("", "identity" or
// "gzip"). `deadline` is called before each wait. Returns Ok at the end of the body, or when
// on_bytes returns false. Errors: those of Exchange::Take and of on_bytes; kInvalidInput for a slow body; kUnavailable for an
// encoding that was not requested, or broken gzip.
base::Status ReadBody(Exchange& exchange, std::string_view content_encoding,
                      const std::function<Exchange::Clock::time_point()>& deadline, std::stop_token stop,
                      const OnBytes& on_bytes, Pace pace = Pace::kAny);

// Returns an OnBytes that appends to *body, with kLimitExceeded beyond max_bytes.
OnBytes AppendTo(std::string* body, size_t max_bytes);
// Returns an OnBytes that appends up to max_bytes and then stops without an error.
OnBytes FillUp(std::string* body, size_t max_bytes);

// Inflater: unpacks gzip while the bytes arrive.
//
// Used by one thread. Buffers at most 64 KiB of output. The output of a small answer is limited,
// because it determines the time of unpacking: to kMaxRatio times the answer's size above
// kAnyRatioBytes, and to kMaxUnpackedBytes in any case.
class Inflater {
 public:
  // Lists of CRDs have a ratio of 6, and of 50 if all are alike; gzip's maximum is 1,032.
  static constexpr std::size_t kMaxRatio = 200;
  static constexpr std::size_t kAnyRatioBytes = std::size_t{4} << 20;
  static constexpr std::size_t kMaxUnpackedBytes = std::size_t{256} << 20;

  Inflater();
  ~Inflater();
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;

  // Unpacks the piece for on_bytes. Returns false if on_bytes did.
  // kUnavailable: the bytes are not gzip, are broken, or have a too large ratio; a part of such an
  // answer is useless. kLimitExceeded: the output is too large. Errors of on_bytes.
  base::Result<bool> Feed(std::string_view piece, const OnBytes& on_bytes);

  // Must be called after the last piece. kUnavailable: the end is missing.
  base::Status End() const;

 private:
  base::Status Count(std::size_t size);

  const std::unique_ptr<z_stream_s> stream_;
  bool complete_ = true;  // at the start, or after a complete member
  std::size_t packed_ = 0;
  std::size_t unpacked_ = 0;
};

// Clears a buffer that is reused, and frees memory that one large text needed.
void Empty(std::string& buffer);

// LineSplitter: splits chunks that end at any place into lines. Stores at most one incomplete line.
// Not thread-safe.
class LineSplitter {
 public:
  // on_line receives each line without its newline, except empty ones, and returns false to stop.
  LineSplitter(size_t max_line_bytes, std::function<bool(std::string_view)> on_line)
      : max_line_bytes_(max_line_bytes), on_line_(std::move(on_line)) {}

  // Returns false after on_line has returned false. kLimitExceeded: a line is too long.
  base::Result<bool> Feed(std::string_view chunk);

  // Must be called at the end of the stream: text after the last newline is a line, too.
  void End();

 private:
  bool Emit(std::string_view line) { return line.empty() || on_line_(line); }

  const size_t max_line_bytes_;
  const std::function<bool(std::string_view)> on_line_;
  std::string unfinished_;
};

// FrameSplitter: splits chunks that end at any place into frames: the size in four bytes, the most significant one
// first, and then as many bytes. Stores at most one incomplete frame. Not thread-safe.
//
// Upstream: apimachinery pkg/util/framer/framer.go lengthDelimitedFrameReader (0.37.2).
class FrameSplitter {
 public:
  // on_frame receives each frame without its size, and returns false to stop.
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
