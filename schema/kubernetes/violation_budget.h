// ViolationBudget: whether there are violations with more text than anybody reads.
//
// A schema of some hundred kilobytes can have gigabytes of violations, each with a path of ten
// thousand levels. Who looks for them asks now and then, and stops. What a server stores is never
// near the bound, so that it changes no condition that could be written.
#pragma once

#include <cstddef>
#include <vector>

#include "schema/base/output_budget.h"
#include "schema/kubernetes/violation.h"

namespace structural::kubernetes {

// Borrows the list. Counts what has come since it was asked last. Not thread-safe.
class ViolationBudget {
 public:
  static constexpr std::size_t kBytes = base::OutputBudget::kBytes;

  explicit ViolationBudget(const std::vector<Violation>& found) : found_(found) {}

  bool exhausted() {
    for (; counted_ < found_.size(); ++counted_) bytes_ += found_[counted_].text.size();
    return bytes_ > kBytes;
  }

 private:
  const std::vector<Violation>& found_;
  std::size_t counted_ = 0;
  std::size_t bytes_ = 0;
};

}  // namespace structural::kubernetes
