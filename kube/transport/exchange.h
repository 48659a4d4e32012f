// Exchange: one HTTP exchange in flight, between the HTTP library's threads, which deliver, and the
// caller's thread, which waits.
//
// Thread-safe. Shared by both sides, so that a caller may leave while the library still delivers.
//
// Waking a thread costs more than a piece of a body does: the waiting side is woken when there is
// something to do for it, not for each piece.
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
  // What of an answer is wanted at once: a good deal of its body, or its headers and each line.
  enum class Wanted { kPieces, kLines };
  // A good deal.
  static constexpr size_t kWorthWaking = size_t{64} << 10;

  explicit Exchange(Wanted wanted) : wanted_(wanted) {}

  // The delivering side.
  void Begin(int status, Headers headers);
  // Takes the bytes over. kFull: no more before `resume` is called, once, from another thread;
  // until then the bytes stay where they are. kAbandoned: they are not wanted any more.
  Backpressure Put(std::string_view bytes, std::function<void()> resume);
  void End(std::optional<base::Error> failure);
  // What comes makes no sense: the waiting side is told so at once, and is to give up.
  void Break(base::Error failure);

  // The waiting side. Each returns the failure that was delivered, kTimeout at the deadline, or
  // kCancelled when the token fires.
  base::Status WaitForHeaders(Clock::time_point deadline, std::stop_token stop);
  // Replaces *bytes by what has come, a megabyte of it at most; false at the end of the body. Waits
  // for what is wanted, and at the deadline takes what there is.
  base::Result<bool> Take(std::string* bytes, Clock::time_point deadline, std::stop_token stop);

  // Valid after WaitForHeaders was ok.
  int status() const { return status_; }
  Headers TakeHeaders() { return std::move(headers_); }

  // The delivering side has come to its end: it delivers nothing more.
  bool ended();

  // No more bytes are wanted. True when the exchange has ended already.
  bool Abandon();
  // Gives the delivering side a moment to come to its end.
  void WaitForEnd(std::chrono::milliseconds at_most);

 private:
  // Errors of a wait that did not bring what it waited for.
  base::Error WhyNot(std::stop_token stop, const char* what) const;

  void Wake();
  bool IsWorthWaking(std::string_view piece) const;
  void Refill();

  const Wanted wanted_;
  std::mutex mutex_;
  // Not condition_variable_any: whoever it wakes waits for its own lock first.
  std::condition_variable changed_;
  bool begun_ = false;
  bool ended_ = false;
  bool abandoned_ = false;
  bool coded_ = false;
  int status_ = 0;
  Headers headers_;
  std::string bytes_;
  std::string_view rest_;  // of what the delivering side has, while it waits for resume_
  std::function<void()> resume_;
  std::optional<base::Error> failure_;
};

}  // namespace structural::kube
