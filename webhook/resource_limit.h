// ResourceLimit: limits the memory and time of one thread for one piece of work.
//
// The check of a hostile review can need four hundred times its bytes, in many parts of the code.
// So memory is measured in the program's `operator new`: it counts the bytes that the thread with
// the ResourceLimit has allocated, and throws std::bad_alloc above the limit. The work's destructors
// then free its memory.
//
// Freeing memory that was allocated before reduces the count. Memory that other threads free stays
// counted.
//
// `operator new` belongs to a program, not to a library: a program that checks reviews links the
// target webhook_allocation. Without it, a ResourceLimit counts nothing and is never exceeded.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <optional>
#include <set>
#include <utility>

namespace structural::webhook {

// Belongs to the thread that creates it; a thread has at most one. Not thread-safe.
class ResourceLimit {
 public:
  enum class Exceeded { kNothing, kMemory, kTime };

  // `time` is CPU time of the thread, checked at every thousandth allocation.
  ResourceLimit(std::size_t bytes, std::chrono::nanoseconds time);
  ~ResourceLimit();
  ResourceLimit(const ResourceLimit&) = delete;
  ResourceLimit& operator=(const ResourceLimit&) = delete;

  // The reason for std::bad_alloc. Code that catches the exception, or continues after it, must
  // check this.
  Exceeded exceeded() const { return exceeded_; }
  // Maximum of the allocated bytes so far.
  std::size_t peak() const { return static_cast<std::size_t>(peak_); }

  // Stops counting and throwing while it exists: for logs and metrics, which outlive the work.
  class UnlimitedScope {
   public:
    UnlimitedScope();
    ~UnlimitedScope();
    UnlimitedScope(const UnlimitedScope&) = delete;
    UnlimitedScope& operator=(const UnlimitedScope&) = delete;

   private:
    ResourceLimit* const paused_;
  };

  // Returns the ResourceLimit of the calling thread, or nullptr.
  static ResourceLimit* OfThread() { return of_thread_; }
  // `operator new` calls Charge, which returns false above the limit. `operator delete` calls Release.
  bool Charge(std::size_t bytes);
  void Release(std::size_t bytes) { held_ -= static_cast<std::ptrdiff_t>(bytes); }

 private:
  static inline thread_local constinit ResourceLimit* of_thread_ = nullptr;
  const std::ptrdiff_t max_;
  const std::chrono::nanoseconds until_;
  std::ptrdiff_t held_ = 0;
  std::ptrdiff_t peak_ = 0;
  std::size_t allocations_ = 0;
  Exceeded exceeded_ = Exceeded::kNothing;
};

// LargeReviewQueue: lets large reviews run one after another, the smallest waiting one first.
//
// A review of some megabytes can take seconds, and more memory than all others together.
//
// Small reviews need no slot, and never wait. Thread-safe; must outlive its slots.
class LargeReviewQueue {
 public:
  // `waiting`: maximum number of waiting reviews, each of which occupies a thread. `wait`: maximum
  // time that a review waits for its slot.
  LargeReviewQueue(std::size_t waiting, std::chrono::milliseconds wait) : max_waiting_(waiting), wait_(wait) {}

  class Slot {
   public:
    explicit Slot(LargeReviewQueue& queue) : queue_(&queue) {}
    Slot(Slot&& other) noexcept : queue_(std::exchange(other.queue_, nullptr)) {}
    Slot& operator=(Slot&&) = delete;
    ~Slot() {
      if (queue_ != nullptr) queue_->End();
    }

   private:
    LargeReviewQueue* queue_;
  };

  // Waits for the slot of a review of `bytes` bytes. Returns nullopt after the maximum time, or if
  // all places are taken by reviews of at most that size. Otherwise the largest waiting review
  // gives its place to the new one and gets nullopt.
  std::optional<Slot> Take(std::size_t bytes);

  // Number of reviews that wait now.
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
  void End();

  const std::size_t max_waiting_;
  const std::chrono::milliseconds wait_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  bool taken_ = false;
  std::multiset<Waiter*, BySize> waiters_;
};

}  // namespace structural::webhook
