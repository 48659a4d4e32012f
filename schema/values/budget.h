// Budget: limits on the work of one call of a Generator. A schema of a few hundred bytes can require a million items,
// or have a million combinations of branches.
#pragma once

#include <cstddef>
#include <cstdint>

#include "schema/base/work_budget.h"

namespace structural::values {

// Maximum amounts for one call of a Generator.
struct Limits {
  std::size_t values = 200'000;  // generated values, including those that are dropped, and checks of scalars
  std::size_t checks = 20'000;   // checks of objects and lists, and of all values with CEL rules
  // bytes of generated texts and items; the default is a server's size limit for request bodies
  std::size_t bytes = 3 << 20;
  std::size_t cost = 20'000'000;     // cost of CEL rules, in the server's units
  std::int64_t steps = 200'000'000;  // steps of CEL rules (cel::eval::RunBudget)
  std::int64_t work = 200'000'000;   // units of base::WorkBudget
  int depth = 100;                   // maximum nesting of a value
};

// Not thread-safe.
class Budget {
 public:
  // `work` must outlive the budget; several runs may share it.
  Budget(const Limits& limits, base::WorkBudget& work) : left_(limits), work_(&work) {}

  // Each of these functions charges one kind of work. Returns false if the budget for that kind is exhausted.
  bool SpendWork(std::size_t units) { return work_->Spend(units) && !exhausted(); }
  bool SpendWorkOnText(std::size_t bytes) { return work_->SpendBytes(bytes) && !exhausted(); }
  bool SpendValue() { return Spend(left_.values, 1); }
  bool SpendCheck() { return Spend(left_.checks, 1); }
  bool SpendCost(std::size_t cost) { return Spend(left_.cost, cost); }
  std::size_t cost_left() const { return left_.cost; }
  std::int64_t& steps() { return left_.steps; }  // the remaining steps
  bool SpendBytes(std::size_t bytes) { return Spend(left_.bytes, bytes); }
  std::size_t bytes_left() const { return left_.bytes; }
  bool AllowsDepth(int depth) const { return depth < left_.depth; }
  base::WorkBudget& work() { return *work_; }
  bool exhausted() const { return exhausted_ || work_->exhausted(); }

 private:
  bool Spend(std::size_t& left, std::size_t amount) {
    if (left < amount) exhausted_ = true;
    if (exhausted()) return false;
    left -= amount;
    return true;
  }

  Limits left_;
  base::WorkBudget* work_;
  bool exhausted_ = false;
};

}  // namespace structural::values
