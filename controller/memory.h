// EvaluationBudget: limits the memory that all workers together need to evaluate CRDs.
//
// A text of many small schemas needs many times its size in memory: 250 bytes for each schema. CRDs of ordinary size
// are evaluated at once. Large CRDs wait until the budget has space for them. A CRD that needs more than the whole
// budget is not evaluated.
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

  // A part of the EvaluationBudget that is reserved for one CRD. The destructor releases it. Must be used by one
  // thread. The budget must outlive the share.
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

  explicit EvaluationBudget(std::size_t max_bytes = kMaxBytes) : max_bytes_(max_bytes) {}

  // Returns an estimate of the memory that the evaluation of this CRD needs, in bytes. Returns 0 for a text that is so
  // small that all workers together can evaluate such texts without using the budget. For protobuf, the estimate is a
  // multiple of the text's size, which CRDs with many small schemas exceed. Therefore such a text must be decoded with
  // the estimate as the limit. If decoding exceeds the limit, CountCost must be called for the text.
  static std::size_t EstimateCost(std::string_view text);
  // Like EstimateCost, but counts the parts of a text in protobuf, so the evaluation never needs more memory than the
  // result. Counting takes half as long as decoding.
  static std::size_t CountCost(std::string_view text);
  // Returns whether a CRD of this cost can be evaluated at all.
  bool Fits(std::size_t cost) const { return cost <= max_bytes_; }

  // Returns the cost plus the memory for the largest possible violations and their message; at most the whole budget.
  std::size_t WithViolations(std::size_t cost) const { return std::min(cost * 3, max_bytes_); }

  // Waits until the budget has space for this cost, and reserves it. Returns null if a stop is requested. Precondition:
  // Fits(cost).
  std::unique_ptr<Share> Reserve(std::size_t cost, std::stop_token stop);

 private:
  void Release(std::size_t bytes);

  const std::size_t max_bytes_;
  std::mutex mutex_;
  std::condition_variable_any room_;
  std::size_t reserved_bytes_ = 0;
};

// HeapTrimmer: returns free memory to the system when the controller is idle.
//
// After much work, such as the first list, most of the heap is free. But the allocator returns free memory to the
// system by itself only at the end of the heap, not between pieces of used memory. Thread-safe.
class HeapTrimmer {
 public:
  static constexpr std::chrono::seconds kMinInterval{2};  // minimum time between two trims

  // The clock must outlive the object.
  explicit HeapTrimmer(Clock& clock) : clock_(clock) {}

  // Trims the heap, unless the last trim is less than kMinInterval ago. Returns whether it did. Should be called when
  // no work is left, because it takes about a millisecond for 10 MB.
  bool TrimIfDue();

 private:
  Clock& clock_;
  std::mutex mutex_;
  Clock::Monotonic next_trim_{};
};

}  // namespace structural::controller
