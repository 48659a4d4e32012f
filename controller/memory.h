// JudgingBudget: how much memory all workers together may need to judge CRDs.
//
// A schema of small parts takes many times the memory of its text: 250 bytes for an object of two.
// Texts of ordinary size pass; large ones wait for each other, and what alone would need too much
// is not judged.
#pragma once

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string_view>

#include "controller/clock.h"

namespace structural::controller {

// Thread-safe.
class JudgingBudget {
 public:
  static constexpr std::size_t kMaxBytes = std::size_t{24} << 20;

  // What was taken of the budget, until this object goes. Owned by one thread; the budget outlives
  // it.
  class Share {
   public:
    Share(JudgingBudget& budget, std::size_t bytes) : budget_(&budget), bytes_(bytes) {}
    ~Share() { Shrink(0); }
    Share(const Share&) = delete;
    Share& operator=(const Share&) = delete;

    // No more than so many bytes are needed from now on.
    void Shrink(std::size_t bytes);

   private:
    JudgingBudget* const budget_;
    std::size_t bytes_;
  };

  explicit JudgingBudget(std::size_t max_bytes = kMaxBytes) : max_(max_bytes) {}

  // What judging this CRD takes, about; 0 for a text of which all workers may judge one at a time.
  static std::size_t EstimateCost(std::string_view text);
  // Whether a CRD of this cost can be judged at all.
  bool Fits(std::size_t cost) const { return cost <= max_; }

  // The same with the violations that it may have, and their message: at most the whole budget.
  std::size_t WithViolations(std::size_t cost) const { return std::min(cost * 3, max_); }

  // Waits until there is room; null where `stop` fired before. Precondition: Fits(cost).
  std::unique_ptr<Share> Take(std::size_t cost, std::stop_token stop);

 private:
  void Return(std::size_t bytes);

  const std::size_t max_;
  std::mutex mutex_;
  std::condition_variable_any room_;
  std::size_t taken_ = 0;
};

// HeapTrimmer: gives memory that is free back to the system when there is nothing to do.
//
// A burst, as the first list is, leaves a heap of which little is in use; the allocator keeps what
// is free below what is not.
//
// Thread-safe.
class HeapTrimmer {
 public:
  static constexpr std::chrono::seconds kEvery{2};

  // Must outlive it.
  explicit HeapTrimmer(Clock& clock) : clock_(clock) {}

  // To be called when nothing is left to do. Takes about a millisecond for 10 MB; does nothing
  // within kEvery of the last time. Whether it trimmed.
  bool AtRest();

 private:
  Clock& clock_;
  std::mutex mutex_;
  Clock::Monotonic next_{};
};

}  // namespace structural::controller
