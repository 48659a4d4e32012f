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
    : max_bytes_(static_cast<std::ptrdiff_t>(bytes)), cpu_deadline_(TimeOfThread() + time) {
  of_thread_ = this;
}

ResourceLimit::~ResourceLimit() { of_thread_ = nullptr; }

ResourceLimit::UnlimitedScope::UnlimitedScope() : suspended_limit_(std::exchange(of_thread_, nullptr)) {}
ResourceLimit::UnlimitedScope::~UnlimitedScope() { of_thread_ = suspended_limit_; }

bool ResourceLimit::Charge(std::size_t bytes) {
  allocated_bytes_ += static_cast<std::ptrdiff_t>(bytes);
  peak_bytes_ = std::max(peak_bytes_, allocated_bytes_);
  if (allocated_bytes_ > max_bytes_) {
    exceeded_ = Exceeded::kMemory;
  } else if (++allocations_ % kLookEvery == 0 && TimeOfThread() > cpu_deadline_) {
    exceeded_ = Exceeded::kTime;
  } else {
    return true;
  }
  allocated_bytes_ -= static_cast<std::ptrdiff_t>(bytes);
  return false;
}

bool LargeReviewQueue::MakeRoomFor(std::size_t bytes) {
  if (!is_slot_taken_ || waiters_.size() < max_waiting_) return true;
  if (waiters_.empty()) return false;
  const auto largest = std::prev(waiters_.end());
  if ((*largest)->bytes <= bytes) return false;
  (*largest)->is_rejected = true;
  waiters_.erase(largest);
  changed_.notify_all();
  return true;
}

std::optional<LargeReviewQueue::Slot> LargeReviewQueue::TakeSlot(std::size_t bytes) {
  std::unique_lock lock(mutex_);
  if (!MakeRoomFor(bytes)) return std::nullopt;
  Waiter waiter{bytes};
  const auto own = waiters_.insert(&waiter);
  changed_.wait_for(lock, max_wait_,
                    [&] { return waiter.is_rejected || (!is_slot_taken_ && own == waiters_.begin()); });
  if (waiter.is_rejected) return std::nullopt;
  const bool mine = !is_slot_taken_ && own == waiters_.begin();
  waiters_.erase(own);
  if (mine) {
    is_slot_taken_ = true;
    return Slot(*this);
  }
  changed_.notify_all();  // the smallest waiting review can be another one now, and must wake up
  return std::nullopt;
}

void LargeReviewQueue::ReleaseSlot() {
  const std::lock_guard lock(mutex_);
  is_slot_taken_ = false;
  changed_.notify_all();
}

}  // namespace structural::webhook
