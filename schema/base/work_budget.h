// WorkBudget: a limit on the work of an operation that tries many values.
//
// Work is counted, not timed, so the same input has the same result on every machine. A unit takes a
// few nanoseconds: checking a value against one schema costs at least eight units.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace structural::base {

// The remaining work of one run of an operation. Not thread-safe.
class WorkBudget {
 public:
  explicit WorkBudget(std::int64_t units) : left_(units) {}

  // Charges `units` of work. Returns false if the budget is now exhausted; the result of the operation is then invalid.
  bool Spend(std::size_t units = 1) {
    left_ -= std::min(left_, static_cast<std::int64_t>(units));
    return left_ > 0;
  }
  // The same for a text that is read, written, copied or matched.
  bool SpendBytes(std::size_t bytes) { return Spend(1 + bytes / 16); }
  std::int64_t left() const { return left_; }
  bool exhausted() const { return left_ == 0; }

 private:
  std::int64_t left_;
};

}  // namespace structural::base
