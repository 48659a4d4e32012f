#include "kube/transport/exchange.h"

#include <algorithm>
#include <utility>

namespace structural::kube {
namespace {

using base::Error;
using base::ErrorCode;

// Number of bytes in an Exchange at which the HTTP library must pause.
constexpr size_t kEnoughBytes = size_t{1} << 20;
constexpr std::chrono::milliseconds kLook{50};

}  // namespace

// Begin, Put, End and Fail unlock the mutex before they wake the other thread, which would otherwise have to wait for
// it.

void Exchange::Begin(int status, Headers headers) {
  std::unique_lock lock(mutex_);
  status_ = status;
  headers_ = std::move(headers);
  hides_line_feeds_ = !headers_.Find("Content-Encoding").empty() || IsProtobuf(headers_);
  begun_ = true;
  lock.unlock();
  if (wake_condition_ == WakeCondition::kLines) changed_.notify_all();
}

// Returns whether the waiting side is woken for this piece. If the body is in gzip or consists of frames, every piece
// wakes it, because line feeds do not show where a line ends.
bool Exchange::IsWorthWaking(std::string_view piece) const {
  if (bytes_.size() >= kMinWakeBytes) return true;
  return wake_condition_ == WakeCondition::kLines && (hides_line_feeds_ || piece.find('\n') != std::string_view::npos);
}

// Copies pending bytes until kEnoughBytes are stored. The rest stays in the HTTP library until the stored bytes are
// taken.
void Exchange::Refill() {
  const std::string_view next = pending_bytes_.substr(0, kEnoughBytes - bytes_.size());
  bytes_ += next;
  pending_bytes_.remove_prefix(next.size());
}

Exchange::Backpressure Exchange::Put(std::string_view bytes, std::function<void()> resume) {
  std::unique_lock lock(mutex_);
  if (abandoned_) return Backpressure::kAbandoned;
  pending_bytes_ = bytes;
  Refill();
  const bool free = pending_bytes_.empty() && bytes_.size() < kEnoughBytes;
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

// Wakes the waiting thread when a stop is requested. Locks the mutex once, so that the thread is not between its check
// of the token and its wait, where it would miss the notification.
void Exchange::Wake() {
  { const std::lock_guard lock(mutex_); }
  changed_.notify_all();
}

base::Status Exchange::WaitForHeaders(Clock::time_point deadline, std::stop_token stop) {
  const std::stop_callback on_stop(stop, [this] { Wake(); });  // destroyed after the lock, because Wake locks, too
  std::unique_lock lock(mutex_);
  const auto known = [&] { return begun_ || ended_ || failure_ || stop.stop_requested(); };
  // Checks at intervals, because Begin does not wake a thread whose wake_condition_ is kPieces: the body usually
  // follows at once, and wakes it.
  for (auto look = Clock::now(); !known() && look < deadline;) {
    look = wake_condition_ == WakeCondition::kLines ? deadline : std::min(deadline, Clock::now() + kLook);
    changed_.wait_until(lock, look, known);
  }
  if (begun_ && !stop.stop_requested()) return base::Ok();
  return WaitError(stop, "no answer within the deadline");
}

base::Result<bool> Exchange::Take(std::string* bytes, Clock::time_point deadline, std::stop_token stop) {
  bytes->clear();
  const std::stop_callback on_stop(stop, [this] { Wake(); });  // destroyed after the lock, because Wake locks, too
  std::unique_lock lock(mutex_);
  changed_.wait_until(lock, deadline, [&] { return !bytes_.empty() || ended_ || failure_ || stop.stop_requested(); });
  if (stop.stop_requested()) return WaitError(stop, "");
  if (bytes_.empty()) {
    if (ended_ && !failure_) return false;
    return WaitError(stop, "the server stopped sending");
  }
  bytes->swap(bytes_);
  Refill();
  const std::function<void()> resume = pending_bytes_.empty() ? std::exchange(resume_, nullptr) : nullptr;
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
  pending_bytes_ = {};
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
