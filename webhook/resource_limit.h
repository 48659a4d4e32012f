// ResourceLimit: limits the memory and CPU time that one thread uses for one piece of work.
//
// Checking a hostile review can need memory of four hundred times its size, in many parts of the code. Therefore the
// program's `operator new` counts the memory: it adds up the bytes that the thread with the ResourceLimit has
// allocated, and throws std::bad_alloc above the limit. The destructors of the work then free its memory.
//
// If the thread frees memory that was allocated before the work, the count is reduced, too. Memory that other threads
// free stays counted.
//
// A program has only one `operator new`, so a library cannot define it. A program that checks reviews must link the
// target webhook_allocation. Without it, a ResourceLimit counts nothing, and is never exceeded.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <optional>
#include <set>
#include <utility>

namespace structural::webhook {

// Belongs to the thread that creates it. A thread can have only one. Not thread-safe.
class ResourceLimit {
 public:
  enum class Exceeded { kNothing, kMemory, kTime };

  // `bytes` is the maximum memory, and `time` the maximum CPU time of the thread, which is checked at every thousandth
  // allocation.
  ResourceLimit(std::size_t bytes, std::chrono::nanoseconds time);
  ~ResourceLimit();
  ResourceLimit(const ResourceLimit&) = delete;
  ResourceLimit& operator=(const ResourceLimit&) = delete;

  // Returns which limit was exceeded. Code that catches std::bad_alloc, or continues after it, must check this.
  Exceeded exceeded() const { return exceeded_; }
  // Returns the maximum number of bytes that were allocated at one time.
  std::size_t peak() const { return static_cast<std::size_t>(peak_bytes_); }

  // UnlimitedScope: suspends the thread's ResourceLimit while it exists: nothing is counted, and nothing thrown. For
  // allocations that outlive the work, such as those of logs and metrics.
  class UnlimitedScope {
   public:
    UnlimitedScope();
    ~UnlimitedScope();
    UnlimitedScope(const UnlimitedScope&) = delete;
    UnlimitedScope& operator=(const UnlimitedScope&) = delete;

   private:
    ResourceLimit* const suspended_limit_;
  };

  // Returns the ResourceLimit of the calling thread; nullptr if it has none.
  static ResourceLimit* OfThread() { return of_thread_; }
  // `operator new` calls Charge, and must fail if it returns false. `operator delete` calls Release.
  bool Charge(std::size_t bytes);
  void Release(std::size_t bytes) { allocated_bytes_ -= static_cast<std::ptrdiff_t>(bytes); }

 private:
  static inline thread_local constinit ResourceLimit* of_thread_ = nullptr;
  const std::ptrdiff_t max_bytes_;
  const std::chrono::nanoseconds cpu_deadline_;
  std::ptrdiff_t allocated_bytes_ = 0;
  std::ptrdiff_t peak_bytes_ = 0;
  std::size_t allocations_ = 0;
  Exceeded exceeded_ = Exceeded::kNothing;
};

// LargeReviewQueue: ensures that only one large review is checked at a time. The smallest waiting review is next.
//
// It is needed because a review of some megabytes can take seconds, and more memory than all small reviews together.
// Small reviews do not use the queue. Thread-safe. Must outlive its slots.
class LargeReviewQueue {
 public:
  // `waiting`: maximum number of waiting reviews, each of which occupies a thread. `wait`: maximum time that a review
  // waits for the slot.
  LargeReviewQueue(std::size_t waiting, std::chrono::milliseconds wait) : max_waiting_(waiting), max_wait_(wait) {}

  class Slot {
   public:
    explicit Slot(LargeReviewQueue& queue) : queue_(&queue) {}
    Slot(Slot&& other) noexcept : queue_(std::exchange(other.queue_, nullptr)) {}
    Slot& operator=(Slot&&) = delete;
    ~Slot() {
      if (queue_ != nullptr) queue_->ReleaseSlot();
    }

   private:
    LargeReviewQueue* queue_;
  };

  // Waits for the slot, which the caller needs to check a review of `bytes` bytes. Returns nullopt after the maximum
  // time. If the maximum number of reviews wait already, the largest of all, including the new one, stops waiting: its
  // call returns nullopt.
  std::optional<Slot> TakeSlot(std::size_t bytes);

  // Returns the number of reviews that wait now.
  std::size_t waiting() const {
    const std::lock_guard lock(mutex_);
    return waiters_.size();
  }

 private:
  struct Waiter {
    const std::size_t bytes;
    bool is_rejected = false;
  };
  struct BySize {
    bool operator()(const Waiter* a, const Waiter* b) const { return a->bytes < b->bytes; }
  };

  bool MakeRoomFor(std::size_t bytes);
  void ReleaseSlot();

  const std::size_t max_waiting_;
  const std::chrono::milliseconds max_wait_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  bool is_slot_taken_ = false;
  std::multiset<Waiter*, BySize> waiters_;
};

}  // namespace structural::webhook
