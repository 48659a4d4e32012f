// Allowance: how much memory and time one thread may take for one piece of work.
//
// Judging takes up to four hundred times the bytes of a hostile review, and each of its parts has
// reasons of its own. So it is measured where memory comes from: the program's `operator new`
// counts what the thread that has an Allowance holds, and throws std::bad_alloc beyond it. What the
// work has taken until then is freed by its destructors.
//
// Memory that was allocated before counts when it is freed, as what is given to other threads does.
//
// `operator new` belongs to a program and not to a library: a program that judges links the target
// webhook_allocation. In one that does not, an Allowance counts nothing and is never exceeded.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <optional>
#include <set>
#include <utility>

namespace structural::webhook {

// Of the thread that makes it, which has one at most. Not to be shared.
class Allowance {
 public:
  enum class Exceeded { kNothing, kMemory, kTime };

  // `time` is CPU time of the thread, looked at with every thousandth allocation.
  Allowance(std::size_t bytes, std::chrono::nanoseconds time);
  ~Allowance();
  Allowance(const Allowance&) = delete;
  Allowance& operator=(const Allowance&) = delete;

  // Why std::bad_alloc was thrown. Whoever catches it, or goes on after it, asks here.
  Exceeded exceeded() const { return exceeded_; }
  // The most that was held at a time, in bytes.
  std::size_t peak() const { return static_cast<std::size_t>(peak_); }

  // While it lives, nothing is counted, and nothing thrown: for logs and metrics, which others use.
  class Pause {
   public:
    Pause();
    ~Pause();
    Pause(const Pause&) = delete;
    Pause& operator=(const Pause&) = delete;

   private:
    Allowance* const paused_;
  };

  // That of the calling thread, or nullptr.
  static Allowance* OfThread() { return of_thread_; }
  // For `operator new` and `operator delete`. False: it is too much.
  bool Hold(std::size_t bytes);
  void Release(std::size_t bytes) { held_ -= static_cast<std::ptrdiff_t>(bytes); }

 private:
  static inline thread_local constinit Allowance* of_thread_ = nullptr;
  const std::ptrdiff_t most_;
  const std::chrono::nanoseconds until_;
  std::ptrdiff_t held_ = 0;
  std::ptrdiff_t peak_ = 0;
  std::size_t allocations_ = 0;
  Exceeded exceeded_ = Exceeded::kNothing;
};

// Turns: large reviews are judged one after another, the smallest of those that wait first.
//
// A review of some megabytes can take seconds, and more memory than all others together.
//
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
