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
#include <cstddef>

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

}  // namespace structural::webhook
