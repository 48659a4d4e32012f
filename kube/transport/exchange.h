// Exchange: one HTTP exchange in flight, between the HTTP library's threads, which deliver it, and
// the caller's thread, which waits for it.
//
// Thread-safe. Shared by both sides, so that a caller can return while the library still delivers.
//
// Waking a thread costs more than handling a piece of a body. So the waiting side is woken when it
// has enough to do, not for each piece.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

#include "kube/transport/headers.h"
#include "schema/base/result.h"

namespace structural::kube {

class Exchange {
 public:
  using Clock = std::chrono::steady_clock;
  enum class Backpressure { kFree, kFull, kAbandoned };
  // kPieces: wake the reader for kWorthWaking bytes of the body. kLines: for the headers and each
  // line.
  enum class WakeCondition { kPieces, kLines };
  static constexpr size_t kWorthWaking = size_t{64} << 10;

  explicit Exchange(WakeCondition wanted) : wanted_(wanted) {}

  // Begin, Put, End and Fail are called by the side that delivers the answer.
  void Begin(int status, Headers headers);
  // Takes the bytes. kFull: the caller must wait until `resume` is called, once, from another
  // thread; until then the bytes must stay at their address. kAbandoned: the bytes are dropped.
  Backpressure Put(std::string_view bytes, std::function<void()> resume);
  void End(std::optional<base::Error> failure);
  // Reports an invalid answer to the waiting side at once, which must then abandon the exchange.
  void Fail(base::Error failure);

  // WaitForHeaders and Take are called by the side that waits for the answer. They return the
  // delivered failure, kTimeout at the deadline, or kCancelled when a stop was requested.
  base::Status WaitForHeaders(Clock::time_point deadline, std::stop_token stop);
  // Replaces *bytes by the bytes received, at most a megabyte; returns false at the end of the
  // body. Waits for enough bytes (WakeCondition), and takes fewer at the deadline.
  base::Result<bool> Take(std::string* bytes, Clock::time_point deadline, std::stop_token stop);

  // Valid after WaitForHeaders has returned Ok.
  int status() const { return status_; }
  Headers TakeHeaders() { return std::move(headers_); }

  // Returns whether the delivering side has ended.
  bool ended();

  // Announces that no more bytes are needed. Returns true if the exchange has ended already.
  bool Abandon();
  // Waits until the delivering side has ended, at most for this time.
  void WaitForEnd(std::chrono::milliseconds at_most);

 private:
  // Returns the error of a wait that failed.
  base::Error WaitError(std::stop_token stop, const char* what) const;

  void Wake();
  bool IsWorthWaking(std::string_view piece) const;
  void Refill();

  const WakeCondition wanted_;
  std::mutex mutex_;
  // A condition_variable_any has an internal lock, which would delay a woken thread.
  std::condition_variable changed_;
  bool begun_ = false;
  bool ended_ = false;
  bool abandoned_ = false;
  bool hides_line_feeds_ = false;  // whether a piece of the body can contain a line without a line feed
  int status_ = 0;
  Headers headers_;
  std::string bytes_;
  std::string_view rest_;  // bytes of the delivering side while it waits for resume_
  std::function<void()> resume_;
  std::optional<base::Error> failure_;
};

}  // namespace structural::kube
