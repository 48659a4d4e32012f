// Exchange: one HTTP exchange in flight, between the HTTP library's threads, which deliver, and the
// caller's thread, which waits.
//
// Thread-safe. Shared by both sides, so that a caller may leave while the library still delivers.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

#include "kube/headers.h"
#include "schema/base/result.h"

namespace structural::kube {

class Exchange {
 public:
  using Clock = std::chrono::steady_clock;
  enum class Room { kFree, kFull, kAbandoned };

  // The delivering side.
  void Begin(int status, Headers headers);
  // Takes the bytes over. kFull: no more before `resume` is called, once, from another thread.
  // kAbandoned: they are not wanted any more.
  Room Put(std::string_view bytes, std::function<void()> resume);
  void End(std::optional<base::Error> failure);

  // The waiting side. Each returns the failure that was delivered, kTimeout at the deadline, or
  // kCancelled when the token fires.
  base::Status WaitForHeaders(Clock::time_point deadline, std::stop_token stop);
  // Replaces *bytes by all that has come; false at the end of the body. Waits for the first byte.
  base::Result<bool> Take(std::string* bytes, Clock::time_point deadline, std::stop_token stop);

  // Valid after WaitForHeaders was ok.
  int status() const { return status_; }
  Headers TakeHeaders() { return std::move(headers_); }

  // No more bytes are wanted. True when the exchange has ended already.
  bool Abandon();
  // Gives the delivering side a moment to come to its end.
  void WaitForEnd(std::chrono::milliseconds at_most);

 private:
  // Errors of a wait that did not bring what it waited for.
  base::Error WhyNot(std::stop_token stop, const char* what) const;

  std::mutex mutex_;
  std::condition_variable_any changed_;
  bool begun_ = false;
  bool ended_ = false;
  bool abandoned_ = false;
  int status_ = 0;
  Headers headers_;
  std::string bytes_;
  std::function<void()> resume_;
  std::optional<base::Error> failure_;
};

}  // namespace structural::kube
