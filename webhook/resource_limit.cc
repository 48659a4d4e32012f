#include "webhook/resource_limit.h"

#include <algorithm>
#include <ctime>
#include <iterator>

namespace structural::webhook {
namespace {

constexpr std::size_t kLookEvery = 1000;

std::chrono::nanoseconds TimeOfThread() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return std::chrono::seconds(now.tv_sec) + std::chrono::nanoseconds(now.tv_nsec);
}

}  // namespace

ResourceLimit::ResourceLimit(std::size_t bytes, std::chrono::nanoseconds time)
    : max_(static_cast<std::ptrdiff_t>(bytes)), until_(TimeOfThread() + time) {
  of_thread_ = this;
}

ResourceLimit::~ResourceLimit() { of_thread_ = nullptr; }

ResourceLimit::UnlimitedScope::UnlimitedScope() : paused_(std::exchange(of_thread_, nullptr)) {}
ResourceLimit::UnlimitedScope::~UnlimitedScope() { of_thread_ = paused_; }

bool ResourceLimit::Charge(std::size_t bytes) {
  held_ += static_cast<std::ptrdiff_t>(bytes);
  peak_ = std::max(peak_, held_);
  if (held_ > max_) {
    exceeded_ = Exceeded::kMemory;
  } else if (++allocations_ % kLookEvery == 0 && TimeOfThread() > until_) {
    exceeded_ = Exceeded::kTime;
  } else {
    return true;
  }
  held_ -= static_cast<std::ptrdiff_t>(bytes);
  return false;
}

bool LargeReviewQueue::MakeRoomFor(std::size_t bytes) {
  if (!taken_ || waiters_.size() < max_waiting_) return true;
  if (waiters_.empty()) return false;
  const auto largest = std::prev(waiters_.end());
  if ((*largest)->bytes <= bytes) return false;
  (*largest)->is_rejected = true;
  waiters_.erase(largest);
  changed_.notify_all();
  return true;
}

std::optional<LargeReviewQueue::Slot> LargeReviewQueue::Take(std::size_t bytes) {
  std::unique_lock lock(mutex_);
  if (!MakeRoomFor(bytes)) return std::nullopt;
  Waiter waiter{bytes};
  const auto own = waiters_.insert(&waiter);
  changed_.wait_for(lock, wait_, [&] { return waiter.is_rejected || (!taken_ && own == waiters_.begin()); });
  if (waiter.is_rejected) return std::nullopt;
  const bool mine = !taken_ && own == waiters_.begin();
  waiters_.erase(own);
  if (mine) {
    taken_ = true;
    return Slot(*this);
  }
  changed_.notify_all();  // another waiting review may be the smallest one now
  return std::nullopt;
}

void LargeReviewQueue::End() {
  const std::lock_guard lock(mutex_);
  taken_ = false;
  changed_.notify_all();
}

}  // namespace structural::webhook
