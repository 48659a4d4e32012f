#include "webhook/turns.h"

#include <iterator>

namespace structural::webhook {

bool Turns::MakeRoomFor(std::size_t bytes) {
  if (!taken_ || waiters_.size() < most_waiting_) return true;
  if (waiters_.empty()) return false;
  const auto largest = std::prev(waiters_.end());
  if ((*largest)->bytes <= bytes) return false;
  (*largest)->sent_away = true;
  waiters_.erase(largest);
  changed_.notify_all();
  return true;
}

std::optional<Turns::Turn> Turns::Take(std::size_t bytes) {
  std::unique_lock lock(mutex_);
  if (!MakeRoomFor(bytes)) return std::nullopt;
  Waiter waiter{bytes};
  const auto own = waiters_.insert(&waiter);
  changed_.wait_for(lock, wait_, [&] {
    return waiter.sent_away || (!taken_ && own == waiters_.begin());
  });
  if (waiter.sent_away) return std::nullopt;
  const bool mine = !taken_ && own == waiters_.begin();
  waiters_.erase(own);
  if (mine) {
    taken_ = true;
    return Turn(*this);
  }
  changed_.notify_all();  // another one may be the smallest now
  return std::nullopt;
}

void Turns::End() {
  const std::lock_guard lock(mutex_);
  taken_ = false;
  changed_.notify_all();
}

}  // namespace structural::webhook
