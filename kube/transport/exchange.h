// Exchange: passes the answer of one HTTP request from the HTTP library's threads, which deliver it, to the caller's
// thread, which waits for it.
//
// Thread-safe. Both sides share the ownership, so that a caller can return while the library still delivers bytes.
//
// Waking a thread costs more than handling a piece of a body. Therefore the waiting side is woken only when it has
// enough to do (WakeCondition), not for each piece.
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
  // The event for which the waiting side is woken. kPieces: kMinWakeBytes bytes of the body have arrived. kLines: the
  // headers or the end of a line have arrived.
  enum class WakeCondition { kPieces, kLines };
  static constexpr size_t kMinWakeBytes = size_t{64} << 10;

  explicit Exchange(WakeCondition wanted) : wake_condition_(wanted) {}

  // The delivering side calls Begin when the headers have arrived, Put for each piece of the body, and End at the end
  // of the answer.
  void Begin(int status, Headers headers);
  // Put returns kFree if it has copied the bytes. It returns kFull if the caller must wait until `resume` is called,
  // once, from another thread; until then the bytes must stay at their address. It returns kAbandoned if the bytes are
  // dropped.
  Backpressure Put(std::string_view bytes, std::function<void()> resume);
  // Ends the answer. `failure` is the reason why the answer is incomplete; nullopt if it is complete.
  void End(std::optional<base::Error> failure);
  // Reports an invalid answer to the waiting side before the end. The waiting side must then call Abandon.
  void Fail(base::Error failure);

  // The waiting side calls WaitForHeaders and Take. They return the failure that the delivering side has reported,
  // kTimeout if nothing has arrived at the deadline, or kCancelled when a stop is requested.
  base::Status WaitForHeaders(Clock::time_point deadline, std::stop_token stop);
  // Waits for the next bytes of the body, and replaces *bytes by them, at most a megabyte. Returns false at the end of
  // the body. Waits until enough bytes have arrived (WakeCondition); at the deadline fewer are enough.
  base::Result<bool> Take(std::string* bytes, Clock::time_point deadline, std::stop_token stop);

  // status returns the status of the answer, and TakeHeaders its headers. Precondition: WaitForHeaders has returned Ok.
  int status() const { return status_; }
  Headers TakeHeaders() { return std::move(headers_); }

  // Returns whether End was called.
  bool ended();

  // Must be called by the waiting side if it needs no more bytes. Returns true if End was called already.
  bool Abandon();
  // Waits until End is called, at most for this time.
  void WaitForEnd(std::chrono::milliseconds at_most);

 private:
  // Returns the reason why a wait has ended without a result. `what`: the message if the deadline is over.
  base::Error WaitError(std::stop_token stop, const char* what) const;

  void Wake();
  bool IsWorthWaking(std::string_view piece) const;
  void Refill();

  const WakeCondition wake_condition_;
  std::mutex mutex_;
  // Not a condition_variable_any, whose internal lock would delay a woken thread.
  std::condition_variable changed_;
  bool begun_ = false;
  bool ended_ = false;
  bool abandoned_ = false;
  bool hides_line_feeds_ = false;  // a piece of the body can end a line without having a line feed: gzip or frames
  int status_ = 0;
  Headers headers_;
  std::string bytes_;
  std::string_view pending_bytes_;  // bytes of Put that were not copied yet; empty unless Put has returned kFull
  std::function<void()> resume_;
  std::optional<base::Error> failure_;
};

}  // namespace structural::kube
