// Turns: large reviews are judged one after another, the smallest of those that wait first.
//
// A review of some megabytes can take seconds, and more memory than all others together.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <optional>
#include <set>
#include <utility>

namespace structural::webhook {

// Small reviews need no turn, and never wait. Thread-safe; must outlive its turns.
class Turns {
 public:
  // What waits holds a thread: `waiting` at most do. `wait`: for a turn, at most.
  Turns(std::size_t waiting, std::chrono::milliseconds wait)
      : most_waiting_(waiting), wait_(wait) {}

  class Turn {
   public:
    explicit Turn(Turns& of) : of_(&of) {}
    Turn(Turn&& other) noexcept : of_(std::exchange(other.of_, nullptr)) {}
    Turn& operator=(Turn&&) = delete;
    ~Turn() {
      if (of_ != nullptr) of_->End();
    }

   private:
    Turns* of_;
  };

  // Waits for the turn of a review of so many bytes. Empty: the wait was too long, or all places
  // are taken by reviews that are not larger. A larger one makes room: its wait ends.
  std::optional<Turn> Take(std::size_t bytes);

  // How many wait now.
  std::size_t waiting() const {
    const std::lock_guard lock(mutex_);
    return waiters_.size();
  }

 private:
  struct Waiter {
    const std::size_t bytes;
    bool sent_away = false;
  };
  struct Smaller {
    bool operator()(const Waiter* a, const Waiter* b) const { return a->bytes < b->bytes; }
  };

  bool MakeRoomFor(std::size_t bytes);
  void End();

  const std::size_t most_waiting_;
  const std::chrono::milliseconds wait_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  bool taken_ = false;
  std::multiset<Waiter*, Smaller> waiters_;
};

}  // namespace structural::webhook
