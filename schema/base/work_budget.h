// WorkBudget: how much an operation may look at that tries many values, or many ways to make one.
//
// It counts, and reads no clock: the same input has the same answer on each machine. A unit takes some nanoseconds:
// the check of a value by one schema costs at least eight.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace structural::base {

// Not thread-safe; one for each run of an operation.
class WorkBudget {
 public:
  explicit WorkBudget(std::int64_t units) : left_(units) {}

  // Charges work. Returns false if too little was left; then nothing is left, and the result of the operation is invalid.
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
