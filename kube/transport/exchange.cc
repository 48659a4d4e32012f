#include "kube/transport/exchange.h"

#include <algorithm>
#include <utility>

namespace structural::kube {
namespace {

using base::Error;
using base::ErrorCode;

// Number of bytes in memory at which the HTTP library pauses.
constexpr size_t kEnoughBytes = size_t{1} << 20;
constexpr std::chrono::milliseconds kLook{50};

}  // namespace

// The functions unlock the mutex before they notify, so that a woken thread need not wait for it.

void Exchange::Begin(int status, Headers headers) {
  std::unique_lock lock(mutex_);
  status_ = status;
  headers_ = std::move(headers);
  hides_line_feeds_ = !headers_.Find("Content-Encoding").empty() || IsProtobuf(headers_);
  begun_ = true;
  lock.unlock();
  if (wanted_ == WakeCondition::kLines) changed_.notify_all();
}

// Returns whether the waiting side is woken for this piece. If the body is encoded or consists of frames, a line break
// does not mark the end of a line, so that every piece wakes it.
bool Exchange::IsWorthWaking(std::string_view piece) const {
  if (bytes_.size() >= kWorthWaking) return true;
  return wanted_ == WakeCondition::kLines && (hides_line_feeds_ || piece.find('\n') != std::string_view::npos);
}

// Copies only a part of a large chunk: the rest stays in the HTTP library until it is taken.
void Exchange::Refill() {
  const std::string_view next = rest_.substr(0, kEnoughBytes - bytes_.size());
  bytes_ += next;
  rest_.remove_prefix(next.size());
}

Exchange::Backpressure Exchange::Put(std::string_view bytes, std::function<void()> resume) {
  std::unique_lock lock(mutex_);
  if (abandoned_) return Backpressure::kAbandoned;
  rest_ = bytes;
  Refill();
  const bool free = rest_.empty() && bytes_.size() < kEnoughBytes;
  const Backpressure backpressure = free ? Backpressure::kFree : Backpressure::kFull;
  if (backpressure == Backpressure::kFull) resume_ = std::move(resume);
  const bool wake = IsWorthWaking(bytes);
  lock.unlock();
  if (wake) changed_.notify_all();
  return backpressure;
}

void Exchange::End(std::optional<Error> failure) {
  std::unique_lock lock(mutex_);
  if (!failure_) failure_ = std::move(failure);
  ended_ = true;
  lock.unlock();
  changed_.notify_all();
}

void Exchange::Fail(Error failure) {
  std::unique_lock lock(mutex_);
  failure_ = std::move(failure);
  lock.unlock();
  changed_.notify_all();
}

Error Exchange::WaitError(std::stop_token stop, const char* what) const {
  if (stop.stop_requested()) return Error(ErrorCode::kCancelled, "stopped by the caller");
  if (failure_) return *failure_;
  if (ended_) return Error(ErrorCode::kUnavailable, "the connection ended without an answer");
  return Error(ErrorCode::kTimeout, what);
}

// Wakes the waiting thread; called by stop callbacks. The lock ensures that this thread has either
// checked the token or waits already.
void Exchange::Wake() {
  { const std::lock_guard lock(mutex_); }
  changed_.notify_all();
}

base::Status Exchange::WaitForHeaders(Clock::time_point deadline, std::stop_token stop) {
  const std::stop_callback on_stop(stop, [this] { Wake(); });  // destroyed after the lock
  std::unique_lock lock(mutex_);
  const auto known = [&] { return begun_ || ended_ || failure_ || stop.stop_requested(); };
  // Begin does not wake a reader of pieces, because the body usually follows a moment later.
  for (auto look = Clock::now(); !known() && look < deadline;) {
    look = wanted_ == WakeCondition::kLines ? deadline : std::min(deadline, Clock::now() + kLook);
    changed_.wait_until(lock, look, known);
  }
  if (begun_ && !stop.stop_requested()) return base::Ok();
  return WaitError(stop, "no answer within the deadline");
}

base::Result<bool> Exchange::Take(std::string* bytes, Clock::time_point deadline, std::stop_token stop) {
  bytes->clear();
  const std::stop_callback on_stop(stop, [this] { Wake(); });  // destroyed after the lock
  std::unique_lock lock(mutex_);
  changed_.wait_until(lock, deadline, [&] { return !bytes_.empty() || ended_ || failure_ || stop.stop_requested(); });
  if (stop.stop_requested()) return WaitError(stop, "");
  if (bytes_.empty()) {
    if (ended_ && !failure_) return false;
    return WaitError(stop, "the server stopped sending");
  }
  bytes->swap(bytes_);
  Refill();
  const std::function<void()> resume = rest_.empty() ? std::exchange(resume_, nullptr) : nullptr;
  lock.unlock();
  if (resume) resume();
  return true;
}

bool Exchange::ended() {
  const std::lock_guard lock(mutex_);
  return ended_;
}

bool Exchange::Abandon() {
  std::unique_lock lock(mutex_);
  abandoned_ = true;
  rest_ = {};
  const bool ended = ended_;
  const std::function<void()> resume = std::exchange(resume_, nullptr);
  lock.unlock();
  if (resume) resume();
  return ended;
}

void Exchange::WaitForEnd(std::chrono::milliseconds at_most) {
  std::unique_lock lock(mutex_);
  changed_.wait_for(lock, at_most, [this] { return ended_; });
}

}  // namespace structural::kube
