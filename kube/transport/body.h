// The body of an answer, handed over as it comes.
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

// Hands the exchange's body to on_bytes, undoing its Content-Encoding ("", "identity" or "gzip").
// `deadline` says, before each wait, how long it may last. Ok at the end of the body, or when
// on_bytes wants no more. Errors: those of Exchange::Take and of on_bytes; kUnavailable: an
// encoding that nobody asked for, or broken gzip.
base::Status ReadBody(Exchange& exchange, std::string_view content_encoding,
                      const std::function<Exchange::Clock::time_point()>& deadline,
                      std::stop_token stop, const OnBytes& on_bytes);

// An OnBytes that appends to *body: kLimitExceeded beyond max_bytes.
OnBytes AppendTo(std::string* body, size_t max_bytes);
// The same, which wants no more than max_bytes, and leaves the rest.
OnBytes FillUp(std::string* body, size_t max_bytes);

// Inflater: undoes gzip as the bytes come.
//
// Owned by one thread. Holds at most 64 KiB of what it unpacked. What a small answer may unpack to
// is bounded, as the time that unpacking takes grows with it: kMaxRatio times its size once it is
// more than kAnyRatioBytes, and kMaxUnpackedBytes in any case.
class Inflater {
 public:
  // Lists of CRDs have a ratio of 6, and of 50 where all are alike; gzip's own bound is 1,032.
  static constexpr std::size_t kMaxRatio = 200;
  static constexpr std::size_t kAnyRatioBytes = std::size_t{4} << 20;
  static constexpr std::size_t kMaxUnpackedBytes = std::size_t{256} << 20;

  Inflater();
  ~Inflater();
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;

  // Hands over what the piece unpacks to; false when on_bytes wants no more.
  // kUnavailable: it is no gzip, or broken, or unpacks to too many times its size: a part of it would
  // be no better. kLimitExceeded: it unpacks to too many bytes. Errors of on_bytes.
  base::Result<bool> Feed(std::string_view piece, const OnBytes& on_bytes);

  // After the last piece. kUnavailable: the end is missing.
  base::Status End() const;

 private:
  base::Status Count(std::size_t size);

  const std::unique_ptr<z_stream_s> stream_;
  bool complete_ = true;  // at the start, or after a whole member
  std::size_t packed_ = 0;
  std::size_t unpacked_ = 0;
};

// LineSplitter: lines out of chunks that end anywhere.

// Clears a buffer that is filled again and again, and gives up what one large text made it take.
void Empty(std::string& buffer);

// Keeps at most one unfinished line. Not thread-safe.
class LineSplitter {
 public:
  // on_line gets each line without its newline, empty ones left out, and returns false to end.
  LineSplitter(size_t max_line_bytes, std::function<bool(std::string_view)> on_line)
      : max_line_bytes_(max_line_bytes), on_line_(std::move(on_line)) {}

  // False once on_line has returned false: nothing more is wanted.
  // kLimitExceeded: a line is longer than the bound.
  base::Result<bool> Feed(std::string_view chunk);

  // The stream ended: what stands behind the last newline is a line too.
  void End();

 private:
  bool Emit(std::string_view line) { return line.empty() || on_line_(line); }

  const size_t max_line_bytes_;
  const std::function<bool(std::string_view)> on_line_;
  std::string unfinished_;
};

}  // namespace structural::kube
