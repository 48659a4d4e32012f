// WorkBudget limits the work of an operation that checks many values.
//
// Work is counted, not timed, so the same input has the same result on every machine. One unit of work takes a few
// nanoseconds. For example, the check of a value against one schema costs at least eight units.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace structural::base {

// Counts down the work units that remain for one run of an operation. Not thread-safe.
class WorkBudget {
 public:
  explicit WorkBudget(std::int64_t units) : units_left_(units) {}

  // Charges `units` of work. Returns false if the budget is exhausted. Then the operation stops, and its result is
  // meaningless.
  bool Spend(std::size_t units = 1) {
    units_left_ -= std::min(units_left_, static_cast<std::int64_t>(units));
    return units_left_ > 0;
  }
  // Charges the work for a text of `bytes` bytes that is read, written, copied or matched. Returns false like Spend.
  bool SpendBytes(std::size_t bytes) { return Spend(1 + bytes / 16); }
  std::int64_t left() const { return units_left_; }
  bool exhausted() const { return units_left_ == 0; }

 private:
  std::int64_t units_left_;
};

}  // namespace structural::base
