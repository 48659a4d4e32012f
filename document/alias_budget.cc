#include "document/alias_budget.h"

#include <algorithm>

namespace structural::document {

bool AliasBudget::FitsRatio() const {
  constexpr double kLow = 400'000;
  constexpr double kHigh = 4'000'000;
  const double all = static_cast<double>(all_);
  const double over = std::clamp((all - kLow) / (kHigh - kLow), 0.0, 1.0);
  return static_cast<double>(repeated_) / all <= 0.99 - 0.89 * over;
}

}  // namespace structural::document
