// EvaluationBudget: limits the memory that all workers together need to evaluate CRDs.
//
// A schema of small parts needs many times the memory of its text: 250 bytes for each schema. Texts
// of ordinary size are evaluated at once. Large ones wait for each other, and one that alone
// exceeds the budget is not evaluated.
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
class EvaluationBudget {
 public:
  static constexpr std::size_t kMaxBytes = std::size_t{24} << 20;

  // A reserved part of the budget, released by the destructor. Used by one thread; the budget must
  // outlive it.
  class Share {
   public:
    Share(EvaluationBudget& budget, std::size_t bytes) : budget_(&budget), bytes_(bytes) {}
    ~Share() { Shrink(0); }
    Share(const Share&) = delete;
    Share& operator=(const Share&) = delete;

    // Reduces the share to `bytes`.
    void Shrink(std::size_t bytes);

   private:
    EvaluationBudget* const budget_;
    std::size_t bytes_;
  };

  explicit EvaluationBudget(std::size_t max_bytes = kMaxBytes) : max_(max_bytes) {}

  // Estimates the bytes of memory for the evaluation of this CRD. Returns 0 for a text so small that
  // all workers together can evaluate such texts without a share of the budget. For protobuf, the
  // estimate is a multiple of the text, which some CRDs of small schemas exceed: decode the text
  // with it as the limit, and use CountCost if the limit is exceeded.
  static std::size_t EstimateCost(std::string_view text);
  // Like EstimateCost, but counts the parts of a text in protobuf. This takes half as long as to
  // decode it.
  static std::size_t CountCost(std::string_view text);
  // Returns whether a CRD of this cost can be evaluated at all.
  bool Fits(std::size_t cost) const { return cost <= max_; }

  // Returns the cost plus that of possible violations and their message; at most the whole budget.
  std::size_t WithViolations(std::size_t cost) const { return std::min(cost * 3, max_); }

  // Waits until the cost fits into the budget. Returns null if `stop` was requested. Precondition:
  // Fits(cost).
  std::unique_ptr<Share> Take(std::size_t cost, std::stop_token stop);

 private:
  void Return(std::size_t bytes);

  const std::size_t max_;
  std::mutex mutex_;
  std::condition_variable_any room_;
  std::size_t taken_ = 0;
};

// HeapTrimmer: returns free memory to the system when the controller is idle.
//
// A burst such as the first list leaves a heap that is mostly free, but the allocator keeps free
// memory below used memory.
//
// Thread-safe.
class HeapTrimmer {
 public:
  static constexpr std::chrono::seconds kEvery{2};

  // The clock must outlive the object.
  explicit HeapTrimmer(Clock& clock) : clock_(clock) {}

  // Trims the heap unless it did so within kEvery, and returns whether it did. Call it when no work
  // is left. Takes about a millisecond for 10 MB.
  bool TrimIfDue();

 private:
  Clock& clock_;
  std::mutex mutex_;
  Clock::Monotonic next_{};
};

}  // namespace structural::controller
